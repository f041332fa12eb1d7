-- Takes the lock if it is free, or if this very holder has it already (the retry of an unknown request).
-- KEYS[1] lock name
-- ARGV[1] holder   ARGV[2] lease ms   ARGV[3] floor: greatest stamp the client has seen
-- ARGV[4] not after: server time in µs past which the client no longer wants it
-- ARGV[5] step: how far above the floor this client's stamps are while the server's clock is behind it
-- Reply   {1, stamp, server time in µs} granted   {0, remaining ms, stamp of the holder or 0} refused
--         {2, server time in µs} late             {3, kind} no lock stands here, but that
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[4]) then
  return {2, now}
end
local function grant()
  local stamp = now > tonumber(ARGV[3]) and now or ARGV[3] + ARGV[5]
  redis.call('HSET', KEYS[1], ARGV[1], string.format('t%d', stamp))
  return {1, stamp, now}
end
local remaining = redis.call('PTTL', KEYS[1])
if remaining == -2 then
  local granted = grant()
  local expiry = redis.pcall('PEXPIRE', KEYS[1], ARGV[2])
  if type(expiry) ~= 'table' then
    return granted
  end
  redis.call('HDEL', KEYS[1], ARGV[1])
  return expiry
end

local mine = redis.call('HGET', KEYS[1], ARGV[1])
if mine then
  -- Always written, or replicas would acknowledge nothing; never less, as a late copy may ask for.
  redis.call('PEXPIRE', KEYS[1], remaining < tonumber(ARGV[2]) and ARGV[2] or remaining)
  local stamp = tonumber(string.sub(mine, 2))
  if stamp <= tonumber(ARGV[3]) then -- a stale replica may show what was ours before others had it
    return grant()
  end
  return {1, stamp, now}
end
local fields = redis.call('HGETALL', KEYS[1])
if #fields ~= 2 or not string.find(fields[1], ':%d+$') or not string.find(fields[2], '^t?%d+$') then
  return {3, redis.call('HEXISTS', KEYS[1], 'mode') == 1 and 'read/write lock' or 'hash of another kind'}
end
redis.call('HDEL', KEYS[1], ARGV[1]) -- nothing, but a server that is not the primary any more refuses to do it
return {0, remaining, tonumber(string.match(fields[2], '^t(%d+)$') or 0)}
