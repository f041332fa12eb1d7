-- Replaces all that is known of a sale by what was gathered from the database.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream  6 released  then the new 7 answers  8 users  9 released
-- ARGV  1 epoch  2 status  3 opens  4 ends  5 per user  6 total  7 available  8 generation  9 stamp  10 group
-- Reply 1 done, 0 the sale is open, or rebuilt by somebody later, -1 entries wait to be written
local known = redis.call('HMGET', KEYS[1], 'epoch', 'status')
if known[1] and (tonumber(known[1]) >= tonumber(ARGV[1]) or known[2] == 'OPEN') then
  return 0
elseif redis.call('XLEN', KEYS[5]) > 0 then
  return -1
end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[6])
for from, to in pairs({ [7] = 2, [8] = 3, [9] = 6 }) do
  if redis.call('EXISTS', KEYS[from]) == 1 then
    redis.call('RENAME', KEYS[from], KEYS[to])
  end
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'status', ARGV[2], 'opens', ARGV[3], 'ends', ARGV[4],
  'per_user', ARGV[5], 'total', ARGV[6], 'available', ARGV[7], 'reserved', 0, 'generation', ARGV[8], 'stamp', ARGV[9])
redis.call('HSET', KEYS[2], '\n', '')
redis.call('HSET', KEYS[3], '\n', '')
redis.call('HSET', KEYS[4], '\n', '')
redis.call('SADD', KEYS[6], '\n')
redis.pcall('XGROUP', 'CREATE', KEYS[5], ARGV[10], '0', 'MKSTREAM') -- there may be one
return 1
