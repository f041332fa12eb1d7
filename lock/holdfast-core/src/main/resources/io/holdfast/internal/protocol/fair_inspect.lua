-- Tells who holds a fair lock and how many wait for it. Writes nothing, but must be allowed to, as inspect.
-- KEYS[1] lock name   KEYS[2] queue
-- ARGV[1] id of the client that asks
-- Reply   {type of the key, or what else it is, remaining ms (-1: no expiry), server time in µs, holder, value,
--         how many wait, place of the first of that client's or 0}
local refused = redis.pcall('HDEL', KEYS[1], '')
if type(refused) == 'table' and string.find(refused.err, 'READONLY') then
  return redis.error_reply(string.match(refused.err, 'READONLY.*'))
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local kind = redis.call('TYPE', KEYS[1]).ok
local fields = kind == 'hash' and redis.call('HGETALL', KEYS[1]) or {'', ''}
if kind == 'hash' and redis.call('HEXISTS', KEYS[1], 'mode') == 1 then
  kind = 'read/write lock'
elseif kind == 'hash' and #fields == 2 and string.find(fields[2], '^t%d+$') then
  kind = 'lock that is not fair'
elseif kind == 'hash'
  and (#fields ~= 2 or not string.find(fields[1], ':%d+$') or not string.find(fields[2], '^f?%d+$')) then
  kind = 'hash of another kind'
end
local queue, own = redis.call('LRANGE', KEYS[2], 0, -1), 0
for place, seat in ipairs(queue) do
  if own == 0 and string.sub(seat, 1, #ARGV[1] + 2) == ARGV[1] .. ':s' then
    own = place
  end
end
return {kind, redis.call('PTTL', KEYS[1]), now, fields[1], fields[2], #queue, own}
