-- Ends the tenure of whoever holds the lock and wakes whoever waits. What is no lock stays as it is.
-- KEYS[1] lock name
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel
-- Reply   0 it was free   1 released   2 released, but the publish failed   or an error: no lock of ours
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then
  return redis.call('HDEL', KEYS[1], '') -- 0; but a server that is not the primary any more must not say so
end
local fields = kind == 'hash' and redis.call('HGETALL', KEYS[1]) or {}
if kind == 'hash' and redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  kind = 'read/write lock'
elseif #fields ~= 2 or not string.find(fields[1], ':%d+$') or not string.find(fields[2], '^t?%d+$') then
  kind = kind == 'hash' and 'hash of another kind' or kind
else
  redis.call('DEL', KEYS[1])
  local heard = redis.pcall(ARGV[1], ARGV[2], '0')
  return type(heard) == 'table' and 2 or 1
end
return redis.error_reply('WRONGTYPE the key holds a ' .. kind)
