-- Accepts a purchase, or says why not. Everything happens here or nothing.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream
-- ARGV  1 epoch  2 user  3 idempotency key  4 order id  5 quantity
-- Reply {code, order id or '', left, seconds accepted at}; codes as in Acceptance.Code
local epoch, user, quantity = ARGV[1], ARGV[2], tonumber(ARGV[5])
local sale = redis.call('HMGET', KEYS[1], 'epoch', 'status', 'opens', 'ends', 'per_user', 'available')
if sale[1] ~= epoch then
  return { sale[1] and 'EPOCH' or 'GONE', '', 0 }
end

-- The same wish again has the same answer, whatever became of the sale meanwhile.
local field = user .. '\n' .. ARGV[3]
local earlier = redis.call('HGET', KEYS[2], field)
if earlier then
  if earlier ~= ARGV[4] .. ' ' .. ARGV[5] then
    return { 'KEY_REUSED', '', 0 }
  end
  return { 'REPLAYED', ARGV[4], tonumber(sale[6]) }
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if sale[2] == 'CLOSED' or now >= tonumber(sale[4]) then
  return { 'ENDED', '', 0 }
elseif sale[2] ~= 'OPEN' then
  return { 'PAUSED', '', 0 }
elseif now < tonumber(sale[3]) then
  return { 'NOT_STARTED', '', 0 }
end
local has = tonumber(redis.call('HGET', KEYS[3], user) or '0')
if has + quantity > tonumber(sale[5]) then
  return { 'LIMIT_REACHED', '', 0 }
elseif tonumber(sale[6]) < quantity then
  return { 'SOLD_OUT', '', tonumber(sale[6]) }
end

local left = redis.call('HINCRBY', KEYS[1], 'available', -quantity)
redis.call('HINCRBY', KEYS[1], 'reserved', quantity)
redis.call('HINCRBY', KEYS[3], user, quantity)
redis.call('HSET', KEYS[2], field, ARGV[4] .. ' ' .. ARGV[5])
redis.call('HSET', KEYS[4], ARGV[4], string.format('%d %d %s', quantity, now, user))
redis.call('XADD', KEYS[5], '*', 'order', ARGV[4], 'user', user, 'key', ARGV[3], 'quantity', quantity, 'at', string.format('%d', now))
return { 'ACCEPTED', ARGV[4], left }
