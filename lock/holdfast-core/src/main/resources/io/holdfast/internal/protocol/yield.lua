-- Lets other clients have their turn: with nobody else listening the tenure goes on under a new stamp,
-- otherwise it is released.
-- KEYS[1] lock name
-- ARGV[1] holder   ARGV[2] PUBLISH or SPUBLISH   ARGV[3] channel
-- ARGV[4] lease ms   ARGV[5] floor: greatest stamp the client has seen
-- ARGV[6] NUMSUB or SHARDNUMSUB, or '' where listeners cannot be counted
-- ARGV[7] how many of the listeners are our own
-- ARGV[8] step: how far above the floor this client's stamps are while the server's clock is behind it
-- Reply   {0} not that holder's   {1, stamp} goes on   {2} released   {3} released, but the publish failed
local time = redis.call('TIME')
local mine = redis.call('HGET', KEYS[1], ARGV[1])
if not mine then
  redis.call('HDEL', KEYS[1], ARGV[1]) -- nothing, but a server that is not the primary any more must not say no
  return {0}
end
if ARGV[6] ~= '' then
  local listeners = redis.pcall('PUBSUB', ARGV[6], ARGV[3])
  if not listeners.err and listeners[2] <= tonumber(ARGV[7]) then
    local before = math.max(ARGV[5] + 0, tonumber(string.sub(mine, 2)))
    local now = time[1] * 1000000 + time[2]
    local stamp = now > before and now or before + ARGV[8]
    redis.call('HSET', KEYS[1], ARGV[1], string.format('t%d', stamp))
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
    return {1, stamp}
  end
end
redis.call('HDEL', KEYS[1], ARGV[1])
local heard = redis.pcall(ARGV[2], ARGV[3], '0')
if type(heard) == 'table' then
  return {3}
end
return {2}
