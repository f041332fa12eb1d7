-- Takes the lock if it is free, or if this very holder has it already (the retry of an unknown request).
-- KEYS[1] lock name
-- ARGV[1] holder   ARGV[2] lease ms   ARGV[3] floor: greatest stamp the client has seen
-- ARGV[4] not after: server time in µs past which the client no longer wants it
-- Reply   {1, stamp, server time in µs} granted   {0, remaining ms, stamp of the holder or 0} refused
--         {2, server time in µs} late             {3} a read/write lock of another kind stands here
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[4]) then
  return {2, now}
end

local remaining = redis.call('PTTL', KEYS[1])
if remaining == -2 then
  local stamp = math.max(now, ARGV[3] + 1)
  redis.call('HSET', KEYS[1], ARGV[1], string.format('t%d', stamp))
  local expiry = redis.pcall('PEXPIRE', KEYS[1], ARGV[2])
  if type(expiry) == 'table' then
    redis.call('HDEL', KEYS[1], ARGV[1])
    return expiry
  end
  return {1, stamp, now}
end

local mine = redis.call('HGET', KEYS[1], ARGV[1])
if mine then
  if remaining < tonumber(ARGV[2]) then -- never less: a late copy may ask for the lease of an earlier caller
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
  local stamp = tonumber(string.sub(mine, 2))
  if stamp <= tonumber(ARGV[3]) then -- a stale replica may show what was ours before others had it
    stamp = math.max(now, ARGV[3] + 1)
    redis.call('HSET', KEYS[1], ARGV[1], string.format('t%d', stamp))
  end
  return {1, stamp, now}
end
if redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  return {3}
end
local stamp = string.match(redis.call('HVALS', KEYS[1])[1], '^t(%d+)$')
return {0, remaining, tonumber(stamp or 0)}
