-- Whether Redis still knows what it has promised. If it does not, it sells nothing until it is rebuilt.
-- KEYS  1 sale  2 answers  3 users  4 reserved  5 stream  6 released
-- ARGV  1 epoch of the database  2 the highest stamp that anybody has seen  3 '1' somebody else has reason to doubt it
-- Reply '' it does, or has been rebuilt since the caller looked; else what is missing
local function missing()
  local sale = redis.call('HMGET', KEYS[1], 'epoch', 'stamp', 'doubt')
  if not sale[1] or not sale[2] then
    return 'the sale'
  elseif tonumber(sale[1]) > tonumber(ARGV[1]) then
    return ''
  elseif tonumber(sale[1]) < tonumber(ARGV[1]) then
    return string.format('all since epoch %s', sale[1])
  elseif tonumber(sale[2]) < tonumber(ARGV[2]) then
    return string.format('the last %d changes', ARGV[2] - sale[2])
  elseif redis.call('HEXISTS', KEYS[2], '\n') == 0 then
    return 'the answers'
  elseif redis.call('HEXISTS', KEYS[3], '\n') == 0 then
    return 'the units of users'
  elseif redis.call('HEXISTS', KEYS[4], '\n') == 0 then
    return 'the reservations'
  elseif redis.call('SISMEMBER', KEYS[6], '\n') == 0 then
    return 'the orders given back'
  end
  local waiting = redis.call('HLEN', KEYS[4]) - 1 - redis.call('XLEN', KEYS[5])
  if waiting > 0 then
    return string.format('%d entries of the stream', waiting)
  end
  return (ARGV[3] == '1' or sale[3]) and 'changes that were made again' or ''
end

local what = missing()
if what ~= '' and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'status', 'PAUSED', 'doubt', '1')
end
return what
