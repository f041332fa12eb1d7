-- An entry can never become an order: acknowledge it and end its reservation. Safe to repeat.
-- KEYS  1 sale  2 users  3 reserved  4 stream
-- ARGV  1 group  2 stream entry  3 order id, or ''  4 '1' its units are for sale again, '0' there are none: then more
--       was promised than there is, and nothing more is sold
-- Reply how many units were reserved by it
redis.call('XACK', KEYS[4], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[4], ARGV[2])
if ARGV[4] == '0' and redis.call('HGET', KEYS[1], 'status') == 'OPEN' then
  redis.call('HSET', KEYS[1], 'status', 'PAUSED')
end
local reservation = redis.call('HGET', KEYS[3], ARGV[3])
if not reservation then
  return 0
end
local units, user = string.match(reservation, '^(%d+) %d+ ([^\n]*)')
redis.call('HDEL', KEYS[3], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'reserved', -units)
redis.call('HINCRBY', KEYS[2], user, -units)
if ARGV[4] == '1' then
  redis.call('HINCRBY', KEYS[1], 'available', units)
  redis.call('HINCRBY', KEYS[1], 'generation', 1)
end
return tonumber(units)
