-- Sets the expiry of every lock that is still its holder's. One bad key does not starve the others.
-- KEYS    lock names
-- ARGV[1] lease ms   ARGV[1 + i] holder of KEYS[i]
-- Reply   one number per name: 1 renewed, 0 no longer that holder's; or the server's error as text
local answers = {}
for i, name in ipairs(KEYS) do
  local held = redis.pcall('HEXISTS', name, ARGV[1 + i])
  if held == 1 then
    held = redis.pcall('PEXPIRE', name, ARGV[1])
  end
  if type(held) == 'table' then
    held = held.err
  end
  answers[i] = held
end
return answers
