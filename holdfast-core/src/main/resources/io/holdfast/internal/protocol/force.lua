-- Ends the tenure of whoever holds the lock and wakes whoever waits.
-- KEYS[1] lock name
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel
-- Reply   0 it was free   1 released   2 released, but the publish failed   or an error: no lock of ours
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'hash' and kind ~= 'none' then
  return redis.error_reply('WRONGTYPE the key holds a ' .. kind)
end
if kind == 'hash' and redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  return redis.error_reply('WRONGTYPE the key holds a read/write lock')
end
if redis.call('DEL', KEYS[1]) == 0 then
  return 0
end
local heard = redis.pcall(ARGV[1], ARGV[2], '0')
if type(heard) == 'table' then
  return 2
end
return 1
