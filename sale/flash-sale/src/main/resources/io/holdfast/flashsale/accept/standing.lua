-- Where a sale stands.
-- KEYS  1 sale  2 reserved  3 stream
-- ARGV  1 '1' with the ids of reserved orders
-- Reply {available, reserved, entries of the stream, generation, epoch, {ids}}; nothing if it is not known
local sale = redis.call('HMGET', KEYS[1], 'available', 'reserved', 'generation', 'epoch')
if not sale[4] then
  return {}
end
return {
  tonumber(sale[1]), tonumber(sale[2] or '0'), redis.call('XLEN', KEYS[3]), tonumber(sale[3] or '0'), tonumber(sale[4]),
  ARGV[1] == '1' and redis.call('HKEYS', KEYS[2]) or {}
}
