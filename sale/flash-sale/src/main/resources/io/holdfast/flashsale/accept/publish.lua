-- What the database says of a sale. Safe to repeat. Whoever calls holds the sale's row, so that the last one
-- here is the last one there.
-- KEYS  1 sale
-- ARGV  1 epoch  2 status  3 opens  4 ends  5 per user  6 total
-- Reply 1 done, 0 the sale is not known, -1 known under another epoch, or in doubt: it sells nothing from now on
local known = redis.call('HMGET', KEYS[1], 'epoch', 'total', 'doubt')
if not known[1] then
  return 0
elseif known[1] ~= ARGV[1] or known[3] then
  redis.call('HSET', KEYS[1], 'status', 'PAUSED')
  return -1
end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'opens', ARGV[3], 'ends', ARGV[4], 'per_user', ARGV[5])
-- The total only grows: who is late, or comes twice, adds nothing.
local more = ARGV[6] - known[2]
if more > 0 then
  redis.call('HSET', KEYS[1], 'total', ARGV[6])
  redis.call('HINCRBY', KEYS[1], 'available', more)
  redis.call('HINCRBY', KEYS[1], 'generation', 1)
end
return 1
