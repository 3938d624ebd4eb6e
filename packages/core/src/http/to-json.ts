/** Writes responses as JSON. `JSON.stringify` spends most of its time on dates, and every row has several. */

/** Returns what `JSON.stringify` returns, and `null` for `undefined`. */
export function toJson(data: unknown): string {
  return JSON.stringify(copyUnlessDeep(data) ?? null);
}

/** Deeper data is left to `JSON.stringify`: copying it would overflow the stack earlier, and a cycle is endless. */
const maxDepth = 200;
const tooDeep: unique symbol = Symbol("too deep");

function copyUnlessDeep(data: unknown): unknown {
  try {
    return withDateTexts(data, 0);
  } catch (error) {
    if (error === tooDeep) return data;
    throw error;
  }
}

/** Copies plain objects and arrays, with their dates as text. Anything else is left to `JSON.stringify`. */
function withDateTexts(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON === plainToJson ? isoText(value) : value;
  if ("toJSON" in value) return value;
  if (depth === maxDepth) throw tooDeep;
  if (Array.isArray(value)) return value.map((member) => withDateTexts(member, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const source = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const name in source) {
    const member = source[name];
    // Setting this name would change the copy's prototype instead.
    if (name === "__proto__") return value;
    copy[name] = typeof member === "object" && member !== null ? withDateTexts(member, depth + 1) : member;
  }
  return copy;
}

const plainToJson: Date["toJSON"] = Date.prototype.toJSON;

const dayLength = 86_400_000;

/** After this time, years have more than four digits. */
const lastTime: number = Date.UTC(10_000, 0) - 1;

/** Most dates in a response fall on a few days. */
const days = new Map<number, string>();
const maxDays = 64;

const twoDigits: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

/** Returns what `toISOString` returns, or `null` for an invalid date. */
function isoText(date: Date): string | null {
  const time = date.getTime();
  if (!(time >= 0 && time <= lastTime)) return date.toJSON();
  const day = Math.floor(time / dayLength);
  const rest = time - day * dayLength;
  const second = Math.floor(rest / 1000);
  const minute = Math.floor(second / 60);
  const clock = `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`;
  return `${days.get(day) ?? rememberDay(day, date)}${clock}.${String(rest % 1000).padStart(3, "0")}Z`;
}

function rememberDay(day: number, date: Date): string {
  if (days.size >= maxDays) days.clear();
  const text = date.toISOString().slice(0, 11);
  days.set(day, text);
  return text;
}
