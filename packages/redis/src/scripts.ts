/**
 * Scripts that the server runs atomically. Rows, indexes, counters, copies, and marks share a prefix with one hash tag,
 * so that they're all on one node. Only the script knows which rows a key refers to.
 *
 * A row is a hash: `t` is its text, `u` and `i` are the unique and index keys that refer to it, one per line. A unique
 * key contains an id. An index is a sorted set of ids by expiry, in milliseconds of the server's clock.
 */

import { defineScript, type Script } from "./driver.ts";

const time = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

const lines = `
local function lines(text)
  local list = {}
  for line in string.gmatch(text or '', '[^\\n]+') do list[#list + 1] = line end
  return list
end
`;

/**
 * A row that's missing from one of its indexes counts as deleted. A server short of memory may have evicted the index.
 */
const readRowText = `
local function text(row, id)
  local found = redis.call('HMGET', row, 't', 'i')
  if not found[1] then return false end
  for _, index in ipairs(lines(found[2])) do
    if not redis.call('ZSCORE', index, id) then return false end
  end
  return found[1]
end
`;

/**
 * KEYS: the key to look up. ARGV: `id`, `unique`, or `index`; the prefix of row keys; how many rows to read; ids.
 * Returns ids and texts, and the ids of the rows that weren't read, so that a long list doesn't block the server.
 */
export const findScript: Script = defineScript(`${time}${lines}${readRowText}
local ids = {}
if ARGV[1] == 'id' then for at = 4, #ARGV do ids[at - 3] = ARGV[at] end
elseif ARGV[1] == 'unique' then ids = { redis.call('GET', KEYS[1]) or nil }
else ids = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf') end
local found, rest = {}, {}
for at, id in ipairs(ids) do
  local value = at <= tonumber(ARGV[3]) and text(ARGV[2] .. id, id)
  if value then
    found[#found + 1] = id
    found[#found + 1] = value
  elseif at > tonumber(ARGV[3]) then
    rest[#rest + 1] = id
  end
end
return { found, rest }
`);

/**
 * KEYS: one row key per change. ARGV, eight per change: id; `set`, `remove`, or `look`; whether a row is expected; its
 * text; the new text; the unique keys; the index keys; the time to live. Returns an empty list, or which change was
 * rejected and the key that caused it.
 *
 * A full server rejects a script if its first write needs memory. A new row's first write does. A change or removal
 * starts with a delete, so it goes through.
 */
export const writeScript: Script = defineScript(`${time}${lines}${readRowText}
local size = 8
local claimed = {}
for at, row in ipairs(KEYS) do
  local from = (at - 1) * size
  local id, does, expected = ARGV[from + 1], ARGV[from + 2], ARGV[from + 3] == '1' and ARGV[from + 4]
  if redis.call('HGET', row, 't') ~= expected then return { at - 1, '' } end
  if does == 'set' then
    local rows = string.sub(row, 1, #row - #id)
    for _, unique in ipairs(lines(ARGV[from + 6])) do
      local holder = redis.call('GET', unique)
      if claimed[unique] or (holder and holder ~= id and text(rows .. holder, holder)) then return { at - 1, unique } end
      claimed[unique] = true
    end
  end
end
for at, row in ipairs(KEYS) do
  local from = (at - 1) * size
  local id, does, ttl = ARGV[from + 1], ARGV[from + 2], tonumber(ARGV[from + 8])
  if does ~= 'look' and ARGV[from + 3] == '1' then
    local before = redis.call('HMGET', row, 'u', 'i')
    redis.call('DEL', row)
    for _, unique in ipairs(lines(before[1])) do
      if redis.call('GET', unique) == id then redis.call('DEL', unique) end
    end
    for _, index in ipairs(lines(before[2])) do redis.call('ZREM', index, id) end
  end
  if does == 'set' then
    redis.call('HSET', row, 't', ARGV[from + 5], 'u', ARGV[from + 6], 'i', ARGV[from + 7])
    redis.call('PEXPIRE', row, ttl)
    for _, unique in ipairs(lines(ARGV[from + 6])) do redis.call('SET', unique, id, 'PX', ttl) end
    for _, index in ipairs(lines(ARGV[from + 7])) do
      redis.call('ZREMRANGEBYSCORE', index, '-inf', string.format('%.0f', now))
      redis.call('ZADD', index, string.format('%.0f', now + ttl), id)
      if redis.call('PTTL', index) < ttl then redis.call('PEXPIRE', index, ttl) end
    end
  end
end
return {}
`);

/** KEYS: a counter. ARGV: its time to live. Returns the new value. */
export const countScript: Script = defineScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count
`);

/** Whether anything that a copy shows was marked as changed when the copy was read or later. */
const stale = `
local function stale(readAt, subjects, marks)
  for _, subject in ipairs(subjects) do
    local mark = redis.call('GET', marks .. subject)
    if mark and tonumber(mark) >= readAt then return true end
  end
  return false
end
`;

/** KEYS: a copy. ARGV: the prefix of marks. Returns its text, or nothing and the current time. */
export const readCopyScript: Script = defineScript(`${time}${lines}${stale}
local copy = redis.call('HMGET', KEYS[1], 't', 'a', 's')
if copy[1] and not stale(tonumber(copy[2]), lines(copy[3]), ARGV[1]) then return { 1, copy[1] } end
return { 0, string.format('%.0f', now) }
`);

/**
 * KEYS: a copy. ARGV: the prefix of marks, the prefix of the lists of copies, text, when it was read, subjects, time to
 * live, and the maximum delay. Each subject has a list of the copies that show it.
 */
export const fillCopyScript: Script = defineScript(`${time}${lines}${stale}
local readAt, subjects, ttl = tonumber(ARGV[4]), lines(ARGV[5]), tonumber(ARGV[6])
if readAt > now or now - readAt > tonumber(ARGV[7]) or stale(readAt, subjects, ARGV[1]) then return 0 end
local earlier = redis.call('HGET', KEYS[1], 'a')
if earlier and tonumber(earlier) > readAt then return 0 end
redis.call('HSET', KEYS[1], 't', ARGV[3], 'a', ARGV[4], 's', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ttl)
for _, subject in ipairs(subjects) do
  local list = ARGV[2] .. subject
  redis.call('ZREMRANGEBYSCORE', list, '-inf', string.format('%.0f', now))
  redis.call('ZADD', list, string.format('%.0f', now + ttl), KEYS[1])
  if redis.call('PTTL', list) < ttl then redis.call('PEXPIRE', list, ttl) end
end
return 1
`);

/** KEYS: marks. ARGV: the prefix of marks, the prefix of the lists of copies, and the marks' time to live. */
export const markScript: Script = defineScript(`${time}${lines}
for _, mark in ipairs(KEYS) do
  local list = ARGV[2] .. string.sub(mark, #ARGV[1] + 1)
  local copies = redis.call('ZRANGE', list, 0, -1)
  redis.call('DEL', list)
  for _, copy in ipairs(copies) do
    for _, subject in ipairs(lines(redis.call('HGET', copy, 's'))) do redis.call('ZREM', ARGV[2] .. subject, copy) end
    redis.call('DEL', copy)
  end
  redis.call('SET', mark, string.format('%.0f', now), 'PX', ARGV[3])
end
return #KEYS
`);
