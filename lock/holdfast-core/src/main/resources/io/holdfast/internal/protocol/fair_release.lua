-- Ends a tenure and gives the lock to the next, or leaves the queue. Touches no later wait of the same seat.
-- KEYS[1] lock name   KEYS[2] queue   KEYS[3] Redisson's deadlines   KEYS[4] our waits
-- ARGV[1] seat   ARGV[2] number   ARGV[3] publish   ARGV[4] channel   ARGV[5] counting   ARGV[6] floor   ARGV[7] step
-- ARGV[8] patience ms
-- Reply   0 not that holder's   1 released   2 released, but the publish failed
local value = redis.pcall('HGET', KEYS[1], me)
local known = waitOf(ARGV[1])
if known and known.number <= tonumber(ARGV[2]) then
  remove(ARGV[1])
end
if type(value) == 'string' then
  give(math.max(tonumber(ARGV[6]), tonumber(string.sub(value, 2))))
  redis.call('HDEL', KEYS[1], me)
  return heard and 1 or 2
end
redis.call('HDEL', KEYS[1], me) -- nothing, but a server that is not the primary any more must not say no
if redis.call('EXISTS', KEYS[1]) == 0 then
  give(tonumber(ARGV[6])) -- who leaves may have been told that the lock is free
end
return 0
