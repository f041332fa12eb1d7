-- A store that takes a fencing token on every access, the first read included, records the greatest it
-- has seen and refuses smaller ones.
--
-- KEYS   the store (a hash: value, token); its accepted writes (a list of "token value")
-- ARGV   token, new value (none: read)
-- Reply  the value; nil: refused, nothing changed
--
-- Tokens are beyond 2^53, where Lua's numbers lose digits: compared as text of equal length.

local function padded(token)
  return string.rep('0', 19 - #token) .. token
end

local seen = redis.call('HGET', KEYS[1], 'token') or '0'
if padded(ARGV[1]) < padded(seen) then
  return false
end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
if ARGV[2] then
  redis.call('HSET', KEYS[1], 'value', ARGV[2])
  redis.call('RPUSH', KEYS[2], ARGV[1] .. ' ' .. ARGV[2])
end
return redis.call('HGET', KEYS[1], 'value') or '0'
