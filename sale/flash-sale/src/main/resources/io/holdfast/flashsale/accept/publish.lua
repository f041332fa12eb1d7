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
-- More units go on sale. Fewer only if Redis was set back to a time before some were taken away: what is not sold then
-- goes again, and a difference is left for the reconciliation. Who is late is put right by the next one.
local more = ARGV[6] - known[2]
if more < 0 then
  more = math.max(more, -tonumber(redis.call('HGET', KEYS[1], 'available')))
end
if more ~= 0 then
  redis.call('HINCRBY', KEYS[1], 'total', more)
  redis.call('HINCRBY', KEYS[1], 'available', more)
end
if more > 0 then
  redis.call('HINCRBY', KEYS[1], 'generation', 1)
end
return 1
