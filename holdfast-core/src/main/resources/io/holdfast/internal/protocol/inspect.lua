-- Tells who holds the lock. Writes nothing.
-- KEYS[1] lock name
-- Reply   {type of the key}, and for a hash {type, remaining ms (-1: no expiry), server time in µs, holder, value}
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'hash' then
  return {kind}
end
local time = redis.call('TIME')
local fields = redis.call('HGETALL', KEYS[1])
return {kind, redis.call('PTTL', KEYS[1]), time[1] * 1000000 + time[2], fields[1], fields[2]}
