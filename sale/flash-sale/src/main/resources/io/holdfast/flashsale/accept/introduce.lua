-- A new sale. One that is known stays as it is.
-- KEYS  1 sale  2 stream
-- ARGV  1 epoch  2 status  3 opens  4 ends  5 per user  6 total  7 available  8 generation  9 group
-- Reply 1 if it was new
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'status', ARGV[2], 'opens', ARGV[3], 'ends', ARGV[4],
  'per_user', ARGV[5], 'total', ARGV[6], 'available', ARGV[7], 'reserved', 0, 'generation', ARGV[8])
redis.pcall('XGROUP', 'CREATE', KEYS[2], ARGV[9], '0', 'MKSTREAM') -- there may be one
return 1
