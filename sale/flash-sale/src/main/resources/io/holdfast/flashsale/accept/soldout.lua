-- All that is needed to say "sold out" without asking again.
-- KEYS  1 sale  2 answers
-- Reply {available, generation, epoch, {fields of answers}}; nothing if the sale is not known
local sale = redis.call('HMGET', KEYS[1], 'available', 'generation', 'epoch')
if not sale[3] then
  return {}
end
local sold_out = tonumber(sale[1]) == 0
return { tonumber(sale[1]), tonumber(sale[2]), tonumber(sale[3]), sold_out and redis.call('HKEYS', KEYS[2]) or {} }
