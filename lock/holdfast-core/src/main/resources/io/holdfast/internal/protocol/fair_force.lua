-- Ends the tenure of whoever holds the lock and gives it to the next. What is no fair lock stays as it is.
-- KEYS[1] lock name   KEYS[2] queue   KEYS[3] Redisson's deadlines   KEYS[4] our waits
-- ARGV[1] seat   ARGV[3] publish   ARGV[4] channel   ARGV[5] counting   ARGV[6] floor   ARGV[7] step   ARGV[8] patience ms
-- Reply   0 it was free   1 released   2 released, but the publish failed   or an error: no lock of ours
local kind = redis.call('TYPE', KEYS[1]).ok
local fields = kind == 'hash' and redis.call('HGETALL', KEYS[1]) or {}
if kind == 'none' then
  redis.call('HDEL', KEYS[1], '') -- nothing; but a server that is not the primary any more must not say so
  give(tonumber(ARGV[6]))
  return 0
elseif kind == 'hash' and redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  kind = 'read/write lock'
elseif #fields == 2 and string.find(fields[1], ':%d+$') and string.find(fields[2], '^f?%d+$') then
  give(math.max(tonumber(ARGV[6]), tonumber(string.match(fields[2], '^f(%d+)$') or 0)))
  redis.call('HDEL', KEYS[1], fields[1])
  return heard and 1 or 2
elseif #fields == 2 and string.find(fields[2], '^t%d+$') then
  kind = 'lock that is not fair'
else
  kind = kind == 'hash' and 'hash of another kind' or kind
end
return redis.error_reply('WRONGTYPE the key holds a ' .. kind)
