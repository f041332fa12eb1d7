-- Sets the expiry of every lock that is still its holder's. One bad key does not starve the others.
-- KEYS    lock names
-- ARGV[1] lease ms   ARGV[2] 'set', or 'extend': never less than there is, since a copy may run late
-- ARGV[2 + i] holder of KEYS[i]
-- Reply   one number per name: 1 renewed, 0 no longer that holder's; or the server's error as text
local answers = {}
for i, name in ipairs(KEYS) do
  local held = redis.pcall('HEXISTS', name, ARGV[2 + i])
  if held == 1 and (ARGV[2] == 'set' or redis.call('PTTL', name) < tonumber(ARGV[1])) then
    held = redis.pcall('PEXPIRE', name, ARGV[1])
  end
  if type(held) == 'table' then
    held = held.err
  end
  answers[i] = held
end
return answers
