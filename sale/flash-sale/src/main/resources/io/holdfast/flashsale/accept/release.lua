-- Gives the units of an order back to the sale. Safe to repeat: each order is given back once.
-- KEYS  1 sale  2 users  3 released
-- ARGV  1 epoch  2 order id  3 user  4 quantity
-- Reply 1 given back now, 0 earlier, -1 not under this epoch
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then
  return -1
end
if redis.call('SADD', KEYS[3], ARGV[2]) == 0 then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'available', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'generation', 1)
redis.call('HINCRBY', KEYS[2], ARGV[3], -ARGV[4])
return 1
