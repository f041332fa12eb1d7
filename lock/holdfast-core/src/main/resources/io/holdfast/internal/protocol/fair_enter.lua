-- The third part of what stands before the script that joins the queue of a fair lock: takes the last place, or keeps the one
-- it has, and says that the waiter is there. All keys of a queue end at once, when nobody has been heard of for long.
-- KEYS[1] lock name   KEYS[2] queue   KEYS[3] Redisson's deadlines   KEYS[4] our waits
-- ARGV[1] seat   ARGV[5] counting   ARGV[6] floor   ARGV[8] patience ms   ARGV[9] lease ms   ARGV[12] 'listens' or 'deaf'
-- Reply   of enter: nothing
local function enter(known, number, join)
  local isPlaced = known and known.number == number and redis.call('LPOS', KEYS[2], ARGV[1])
  if isPlaced and known.join > join then
    return -- a late copy
  end
  if not isPlaced then
    remove(ARGV[1])
    local last = redis.call('LINDEX', KEYS[2], -1)
    local score = last and redis.call('ZSCORE', KEYS[3], last)
    if score then -- behind one that has a deadline, as Redisson reckons
      redis.call('ZADD', KEYS[3], score + 300000, ARGV[1])
    end
    redis.call('RPUSH', KEYS[2], ARGV[1])
  end
  local hears = ARGV[12] == 'listens' and ARGV[5] ~= '' and listens(ARGV[1])
  redis.call('HSET', KEYS[4], ARGV[1], string.format('%d.%d %d %d %s %s', number, join,
    now / 1000 + ARGV[8], hears and 1 or 0, ARGV[9], ARGV[6]))
  for i = 2, 4 do
    redis.call('PEXPIREAT', KEYS[i], string.format('%d', now / 1000 + 300000))
  end
end
