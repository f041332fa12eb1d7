-- Fewer units, if so many are for sale. Safe to repeat. Whoever calls holds the sale's row and tells the database
-- afterwards; if that fails, publish.lua brings the units back.
-- KEYS  1 sale
-- ARGV  1 epoch  2 total as it is to be
-- Reply 0 or more: done, so many are left for sale; -1 not known under this epoch; -2 - n: only n could be taken
local known = redis.call('HMGET', KEYS[1], 'epoch', 'total', 'available')
if known[1] ~= ARGV[1] then
  return -1
end
local fewer = known[2] - ARGV[2]
local available = tonumber(known[3])
if fewer > available then
  return -2 - available
end
redis.call('HSET', KEYS[1], 'total', ARGV[2])
return redis.call('HINCRBY', KEYS[1], 'available', -fewer)
