-- Tries, on a key nobody uses, every command the other scripts need. Leaves nothing behind.
-- KEYS[1] a key of our own
-- ARGV[1] PUBLISH or SPUBLISH   ARGV[2] channel
-- Reply   {command, error, command, error, …}: what failed
local failed = {}
local function try(command, ...)
  local answer = redis.pcall(command, ...)
  if type(answer) == 'table' and answer.err then
    failed[#failed + 1] = command
    failed[#failed + 1] = answer.err
    return false
  end
  return true
end
try('TIME')
try('PTTL', KEYS[1])
try('HGET', KEYS[1], 'f')
try('HEXISTS', KEYS[1], 'f')
try('HGETALL', KEYS[1])
local expires = try('PEXPIRE', KEYS[1], 1)
local deletes = try('HDEL', KEYS[1], 'f')
if expires and deletes and try('HSET', KEYS[1], 'f', 't0') then
  redis.call('HDEL', KEYS[1], 'f')
end
try(ARGV[1], ARGV[2], '0')
return failed
