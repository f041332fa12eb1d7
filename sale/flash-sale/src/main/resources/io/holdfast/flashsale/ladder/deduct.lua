-- Rung 10: takes the units, or says why not. The order itself is nowhere yet.
-- KEYS  1 sale  2 answers  3 users
-- ARGV  1 user  2 idempotency key  3 order id  4 quantity
-- Reply {code, left}; codes as in Acceptance.Code
local user, quantity = ARGV[1], tonumber(ARGV[4])
local sale = redis.call('HMGET', KEYS[1], 'status', 'opens', 'ends', 'per_user', 'available')
if not sale[1] then
  return { 'GONE', 0 }
end
local field = user .. '\n' .. ARGV[2]
local earlier = redis.call('HGET', KEYS[2], field)
if earlier then
  return { earlier == ARGV[3] .. ' ' .. ARGV[4] and 'REPLAYED' or 'KEY_REUSED', tonumber(sale[5]) }
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if sale[1] == 'CLOSED' or now >= tonumber(sale[3]) then
  return { 'ENDED', 0 }
elseif sale[1] ~= 'OPEN' then
  return { 'PAUSED', 0 }
elseif now < tonumber(sale[2]) then
  return { 'NOT_STARTED', 0 }
end
if tonumber(redis.call('HGET', KEYS[3], user) or '0') + quantity > tonumber(sale[4]) then
  return { 'LIMIT_REACHED', 0 }
elseif tonumber(sale[5]) < quantity then
  return { 'SOLD_OUT', tonumber(sale[5]) }
end
redis.call('HINCRBY', KEYS[3], user, quantity)
redis.call('HSET', KEYS[2], field, ARGV[3] .. ' ' .. ARGV[4])
return { 'ACCEPTED', redis.call('HINCRBY', KEYS[1], 'available', -quantity) }
