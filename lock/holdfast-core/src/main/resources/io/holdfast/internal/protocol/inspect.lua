-- Tells who holds the lock. Writes nothing, but must be allowed to: a server that is not the primary any more may
-- know of a lock that is over, and not of one that is held. Other errors of writing are no reason not to tell.
-- KEYS[1] lock name
-- Reply   {type of the key, or what else it is if it is no lock}
--         and for a lock {type, remaining ms (-1: no expiry), server time in µs, holder, value}
local absent = ''
while redis.pcall('HEXISTS', KEYS[1], absent) == 1 do
  absent = absent .. '-'
end
local refused = redis.pcall('HDEL', KEYS[1], absent)
if type(refused) == 'table' and string.find(refused.err, 'READONLY') then
  return redis.error_reply(string.match(refused.err, 'READONLY.*'))
end
local kind = redis.call('TYPE', KEYS[1]).ok
if kind ~= 'hash' then
  return {kind}
end
if redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  return {'read/write lock'}
end
local fields = redis.call('HGETALL', KEYS[1])
if #fields ~= 2 or not string.find(fields[1], ':%d+$') or not string.find(fields[2], '^t?%d+$') then
  return {'hash of another kind'}
end
local time = redis.call('TIME')
return {kind, redis.call('PTTL', KEYS[1]), time[1] * 1000000 + time[2], fields[1], fields[2]}
