-- The queue of a fair lock: stands before each of its scripts. Entries are seats of ours, or waiters of Redisson's.
-- KEYS[1] lock name   KEYS[2] queue, a list   KEYS[3] Redisson's deadlines by entry   KEYS[4] our waits by seat:
--         'number.join alive-until-ms listens lease-ms floor', and under 'nudged' when a waiter of Redisson's was told
-- ARGV[1] seat   ARGV[2] number of its wait: with the client's id the holder   ARGV[3] PUBLISH or SPUBLISH
-- ARGV[4] channel   ARGV[5] NUMSUB or SHARDNUMSUB, or '' where listeners cannot be counted   ARGV[6] floor   ARGV[7] step
-- ARGV[8] patience ms: who has not been heard of for so long is dead
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local client = string.match(ARGV[1], '^(.*):')
local me, heard, nudged = client .. ':' .. ARGV[2], true, false
local function waitOf(seat)
  local text = redis.call('HGET', KEYS[4], seat) or ''
  local number, join, till, hears, lease, floor = string.match(text, '^(%d+)%.(%d+) (%d+) (%d) (%d+) (%d+)$')
  return number and {number = tonumber(number), join = tonumber(join), till = tonumber(till), hears = hears == '1',
    lease = lease, floor = tonumber(floor)}
end
local function listens(seat)
  local counted = ARGV[5] == '' or redis.pcall('PUBSUB', ARGV[5], ARGV[4] .. ':' .. seat)
  return counted == true or counted.err or counted[2] > 0
end
local function tell(seat, text)
  heard = type(redis.pcall(ARGV[3], ARGV[4] .. ':' .. seat, text)) ~= 'table'
end
local function remove(seat) -- those behind it move up, as Redisson reckons
  redis.call('LREM', KEYS[2], 1, seat)
  redis.call('HDEL', KEYS[4], seat)
  local score = redis.call('ZSCORE', KEYS[3], seat)
  if score then
    redis.call('ZREM', KEYS[3], seat)
    for _, behind in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], score, '+inf')) do
      redis.call('ZINCRBY', KEYS[3], -300000, behind)
    end
  end
end
local function grant(holder, floor, lease)
  local stamp = now > floor and now or floor + ARGV[7]
  redis.call('HSET', KEYS[1], holder, string.format('f%d', stamp))
  redis.call('PEXPIRE', KEYS[1], lease)
  return stamp
end
