-- A sale that is over for good: its keys go after a while, if nothing waits to be written.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream  6 released
-- ARGV  1 after so many milliseconds
-- Reply 1 they will, 0 something waits
if redis.call('XLEN', KEYS[5]) > 0 or redis.call('HLEN', KEYS[4]) > 1 then
  return 0
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1
