-- Gives the units of an order back to the sale. Safe to repeat: each order is given back once.
-- KEYS  1 sale  2 users  3 released
-- ARGV  1 epoch  2 order id  3 user  4 quantity
-- Reply the sale's stamp if they are given back, now or earlier; -1 not under this epoch
local sale = redis.call('HMGET', KEYS[1], 'epoch', 'stamp')
if sale[1] ~= ARGV[1] or not sale[2] then
  return -1
end
if redis.call('SADD', KEYS[3], ARGV[2]) == 0 then
  return tonumber(sale[2])
end
redis.call('HINCRBY', KEYS[1], 'available', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'generation', 1)
redis.call('HINCRBY', KEYS[2], ARGV[3], -ARGV[4])
return redis.call('HINCRBY', KEYS[1], 'stamp', 1)
