-- Drops all that is known of a sale that is closed and has nothing left to be written.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream  6 released
-- ARGV  1 '1' whatever its state
-- Reply 1 nothing is known any more, 0 it is not closed, or entries wait
local status = redis.call('HGET', KEYS[1], 'status')
if ARGV[1] ~= '1' and ((status and status ~= 'CLOSED') or redis.call('XLEN', KEYS[5]) > 0) then
  return 0
end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
return 1
