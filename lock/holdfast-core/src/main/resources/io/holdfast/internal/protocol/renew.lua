-- Sets the expiry of every lock that is still its holder's. One bad key does not starve the others.
-- KEYS    lock names
-- ARGV[1] lease ms   ARGV[2] 'set', or 'extend': never less than there is, since a copy may run late
-- ARGV[2 + i] holder of KEYS[i]
-- ARGV[4] PUBLISH or SPUBLISH   ARGV[5] channel: for 'set', which has one name. Whoever waits sleeps until the
--         lease would have ended, and is woken if that is earlier now
-- Reply   one number per name: 1 renewed, 0 no longer that holder's; or the server's error as text
local answers = {}
for i, name in ipairs(KEYS) do
  local held = redis.pcall('HEXISTS', name, ARGV[2 + i])
  if held == 1 then
    local remaining = redis.call('PTTL', name)
    local lease = (ARGV[2] == 'set' or remaining < tonumber(ARGV[1])) and ARGV[1] or remaining
    held = redis.pcall('PEXPIRE', name, lease) -- always: a server that is not the primary any more must not say yes
    if ARGV[2] == 'set' and remaining > tonumber(ARGV[1]) then
      redis.pcall(ARGV[4], ARGV[5], '0')
    end
  end
  if held == 0 then
    held = redis.pcall('HDEL', name, ARGV[2 + i]) -- nothing; nor may it say no
  end
  if type(held) == 'table' then
    held = held.err
    if string.find(held, 'READONLY') then -- of the server, not of one key: the client looks for the primary
      return redis.error_reply(string.match(held, 'READONLY.*'))
    end
  end
  answers[i] = held
end
return answers
