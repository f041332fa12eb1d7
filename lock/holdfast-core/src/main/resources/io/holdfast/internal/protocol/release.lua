-- Ends a holder's tenure and wakes whoever waits. A failing publish must not fail the release.
-- KEYS[1] lock name
-- ARGV[1] holder   ARGV[2] PUBLISH or SPUBLISH
-- ARGV[3] channel (an argument: as a key it would forbid the release while a slot migrates)
-- Reply   0 not that holder's   1 released   2 released, but the publish failed
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local heard = redis.pcall(ARGV[2], ARGV[3], '0')
if type(heard) == 'table' then
  return 2
end
return 1
