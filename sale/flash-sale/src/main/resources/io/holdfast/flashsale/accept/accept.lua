-- Accepts a purchase, or says why not. Everything happens here or nothing.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream
-- ARGV  1 epoch the caller knows  2 user  3 idempotency key  4 order id  5 quantity  6 the highest stamp the caller has
--       seen  7 '1' the caller has promised it before Redis lost it: the sale's times and pauses do not matter
-- Reply {code, left, 1 if the order is in the database already, stamp}; codes as in Acceptance.Code
local user, quantity = ARGV[2], tonumber(ARGV[5])
local sale = redis.call('HMGET', KEYS[1], 'epoch', 'status', 'opens', 'ends', 'per_user', 'available', 'stamp')
if not sale[1] or not sale[7] then
  return { 'GONE', 0, 0, 0 }
elseif tonumber(sale[1]) < tonumber(ARGV[1]) or tonumber(sale[7]) < tonumber(ARGV[6] or '0') then
  return { 'EPOCH', 0, 0, 0 }
end

-- The same wish again has the same answer, whatever became of the sale meanwhile.
local field = user .. '\n' .. ARGV[3]
local left = tonumber(sale[6])
local earlier = redis.call('HMGET', KEYS[2], field, '\n') -- the second one is the seal: without it all is lost
if not earlier[2] then
  return { 'GONE', 0, 0, 0 }
elseif earlier[1] then
  local durable = 1 - redis.call('HEXISTS', KEYS[4], ARGV[4])
  return { earlier[1] == ARGV[5] and 'REPLAYED' or 'KEY_REUSED', left, durable, tonumber(sale[7]) }
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local has = redis.call('HMGET', KEYS[3], user, '\n')
if not has[2] then
  return { 'GONE', 0, 0, 0 }
elseif ARGV[7] ~= '1' then
  if sale[2] == 'CLOSED' or now >= tonumber(sale[4]) then
    return { 'ENDED', left, 0, 0 }
  elseif sale[2] ~= 'OPEN' then
    return { 'PAUSED', left, 0, 0 }
  elseif now < tonumber(sale[3]) then
    return { 'NOT_STARTED', left, 0, 0 }
  end
end
if tonumber(has[1] or '0') + quantity > tonumber(sale[5]) then
  return { 'LIMIT_REACHED', left, 0, 0 }
elseif left < quantity then
  return { 'SOLD_OUT', left, 0, 0 }
end

left = redis.call('HINCRBY', KEYS[1], 'available', -quantity)
redis.call('HINCRBY', KEYS[1], 'reserved', quantity)
local stamp = redis.call('HINCRBY', KEYS[1], 'stamp', 1)
redis.call('HINCRBY', KEYS[3], user, quantity)
redis.call('HSET', KEYS[2], field, ARGV[5])
local at = string.format('%d', now)
redis.call('HSET', KEYS[4], ARGV[4], ARGV[5] .. ' ' .. at .. ' ' .. field)
redis.call('XADD', KEYS[5], '*', 'order', ARGV[4], 'user', user, 'key', ARGV[3], 'quantity', ARGV[5], 'at', at,
  'limit', sale[5], 'stamp', string.format('%d', stamp))
return { 'ACCEPTED', left, 0, stamp }
