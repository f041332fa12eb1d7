-- The writer has committed these orders: acknowledge them and end their reservations. Safe to repeat.
-- KEYS  1 sale  2 reserved  3 stream
-- ARGV  1 group, then pairs of: stream entry, order id
-- Reply how many reservations ended
local ended = 0
for i = 2, #ARGV, 2 do
  redis.call('XACK', KEYS[3], ARGV[1], ARGV[i])
  redis.call('XDEL', KEYS[3], ARGV[i])
  local reserved = redis.call('HGET', KEYS[2], ARGV[i + 1])
  if reserved then
    redis.call('HDEL', KEYS[2], ARGV[i + 1])
    redis.call('HINCRBY', KEYS[1], 'reserved', -tonumber(string.match(reserved, '^%d+')))
    ended = ended + 1
  end
end
return ended
