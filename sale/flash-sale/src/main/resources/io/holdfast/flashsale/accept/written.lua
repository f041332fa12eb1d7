-- The writer has committed these orders: acknowledge them and end their reservations. Safe to repeat.
-- KEYS  1 sale  2 reserved  3 stream
-- ARGV  1 group  2 how many  then so many stream entries, then their order ids
-- Reply how many units were reserved by them
local count = tonumber(ARGV[2])
local orders = { unpack(ARGV, 3 + count) }
redis.call('XACK', KEYS[3], ARGV[1], unpack(ARGV, 3, 2 + count))
redis.call('XDEL', KEYS[3], unpack(ARGV, 3, 2 + count))

local units, counted = 0, {}
for i, reservation in ipairs(redis.call('HMGET', KEYS[2], unpack(orders))) do
  if reservation and not counted[orders[i]] then
    counted[orders[i]] = true
    units = units + tonumber(string.match(reservation, '^%d+'))
  end
end
redis.call('HDEL', KEYS[2], unpack(orders))
if units > 0 then
  redis.call('HINCRBY', KEYS[1], 'reserved', -units)
end
return units
