-- Takes a free lock, if nobody waits, or takes a place in the queue; also says again that the waiter is there.
-- KEYS[1] lock name   KEYS[2] queue   KEYS[3] Redisson's deadlines   KEYS[4] our waits
-- ARGV[1] seat   ARGV[2] number   ARGV[3] publish   ARGV[4] channel   ARGV[5] counting   ARGV[6] floor   ARGV[7] step
-- ARGV[8] patience ms   ARGV[9] lease ms   ARGV[10] not after: server time in µs past which the client no longer wants it
-- ARGV[11] how many joins this wait has sent   ARGV[12] 'once': without a place in the queue, 'listens' or 'deaf'
-- Reply   as acquire
if now > tonumber(ARGV[10]) then
  return {2, now}
end
local remaining = redis.call('PTTL', KEYS[1])
local mine = remaining ~= -2 and redis.call('HGET', KEYS[1], me)
if mine then
  redis.call('PEXPIRE', KEYS[1], remaining < tonumber(ARGV[9]) and ARGV[9] or remaining)
  local stamp = tonumber(string.sub(mine, 2))
  return {1, stamp > tonumber(ARGV[6]) and stamp or grant(me, tonumber(ARGV[6]), ARGV[9]), now}
end
redis.call('HDEL', KEYS[1], me) -- nothing, but a server that is not the primary any more refuses to do it
local fields = redis.call('HGETALL', KEYS[1])
local field, value = fields[1] or ':0', fields[2] or 'f0'
if #fields > 2 or not string.find(field, ':%d+$') or not string.find(value, '^f?%d+$') then
  local isPlain = #fields == 2 and string.find(value, '^t%d+$')
  return {3, fields[1] and redis.call('HEXISTS', KEYS[1], 'mode') == 1 and 'read/write lock'
    or isPlain and 'lock that is not fair' or 'hash of another kind'}
end
local known, number, join = waitOf(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[11])
local isOld = known and known.number > number -- a late copy: the seat's next wait has begun
if not isOld and ARGV[12] ~= 'once' and (remaining ~= -2 or redis.call('EXISTS', KEYS[2]) == 1) then
  enter(known, number, join)
end
if remaining == -2 and not isOld then
  local holder, stamp = give(tonumber(ARGV[6]), ARGV[12] ~= 'once' and ARGV[1])
  if not holder and not nudged then
    holder, stamp = me, grant(me, tonumber(ARGV[6]), ARGV[9])
  end
  if holder == me then
    return {1, stamp, now}
  end
  remaining = nudged and 1000 or redis.call('PTTL', KEYS[1])
end
return {0, remaining, tonumber(string.match(value, '^f(%d+)$') or 0)}
