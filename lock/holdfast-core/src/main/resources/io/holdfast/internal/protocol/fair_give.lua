-- The second part of what stands before each script of a fair lock: the lock goes to the first who is there. Who is silent for
-- too long is removed; who just does not listen is passed over, and keeps its place: it may come back.
-- KEYS[1] lock name   KEYS[2] queue   KEYS[3] Redisson's deadlines   KEYS[4] our waits   ARGV[8] patience ms
-- Reply   of give: holder and stamp of who has it now; nothing if there is nobody, or if one of Redisson's was nudged
local function nudge(entry, at) -- tells it that the lock is free: it comes and takes it, if it is the first
  local told, whom = string.match(redis.call('HGET', KEYS[4], 'nudged') or '', '^(%d+) (.*)$')
  if whom ~= entry then
    redis.call('HSET', KEYS[4], 'nudged', string.format('%d %s', now / 1000, entry))
    redis.call('PEXPIRE', KEYS[4], 300000)
  elseif told + ARGV[8] < now / 1000 then
    return false -- it does not come
  end
  if at > 0 then
    redis.call('LREM', KEYS[2], 1, entry)
    redis.call('LPUSH', KEYS[2], entry)
  end
  tell(entry, '0')
  nudged = true
  return true
end
local function give(floor, self)
  local at = 0
  while true do
    local seat = redis.call('LINDEX', KEYS[2], at)
    if not seat then
      return nil
    end
    local wait = waitOf(seat)
    local score = not wait and redis.call('ZSCORE', KEYS[3], seat)
    if wait and wait.till <= now / 1000 or score and at == 0 and tonumber(score) <= now / 1000 then
      remove(seat)
    elseif wait and (seat == self or not wait.hears or listens(seat)) then
      remove(seat)
      local holder = string.match(seat, '^(.*):') .. string.format(':%d', wait.number)
      local stamp = grant(holder, math.max(floor, wait.floor), wait.lease)
      if seat ~= self then
        tell(seat, string.format('g%d %d.%d', stamp, wait.number, wait.join))
      end
      return holder, stamp
    elseif not wait and listens(seat) and nudge(seat, at) then
      return nil
    elseif not wait and not score then
      remove(seat) -- neither ours nor Redisson's: no deadline, no ear
    else
      at = at + 1
    end
  end
end
