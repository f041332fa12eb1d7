-- A new sale. One that is known stays as it is.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream  6 released
-- ARGV  1 epoch  2 status  3 opens  4 ends  5 per user  6 total  7 available  8 generation  9 stamp  10 group
-- Reply 1 if it was new
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'status', ARGV[2], 'opens', ARGV[3], 'ends', ARGV[4],
  'per_user', ARGV[5], 'total', ARGV[6], 'available', ARGV[7], 'reserved', 0, 'generation', ARGV[8], 'stamp', ARGV[9])
-- A seal in each: whoever finds none knows that the key was lost.
redis.call('HSET', KEYS[2], '\n', '')
redis.call('HSET', KEYS[3], '\n', '')
redis.call('HSET', KEYS[4], '\n', '')
redis.call('SADD', KEYS[6], '\n')
redis.pcall('XGROUP', 'CREATE', KEYS[5], ARGV[10], '0', 'MKSTREAM') -- there may be one
return 1
