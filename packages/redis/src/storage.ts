/** A secondary storage over a Redis client. */

import {
  fillWithin,
  type RowChange,
  type RowForm,
  type SecondaryStorage,
  type StoredRow,
} from "@latchkey/core/database";
import { type Driver, driverOf, type RedisClient } from "./driver.ts";
import { limited } from "./limits.ts";
import { type RedisStorageOptions, resolveOptions } from "./options.ts";
import { countScript, fillCopyScript, findScript, markScript, readCopyScript, writeScript } from "./scripts.ts";

/** Most marks, and most rows that are read, in one step. */
const [mostMarks, mostRows] = [1000, 500] as const;

/**
 * Keeps sessions, one-time tokens, rate limits and copies for reading in Redis.
 *
 * @param client of `ioredis` or of `redis`; it connects, authenticates and is closed by the app
 * @throws {Error} neither of the two, or an option that makes no sense
 */
export function redisStorage(client: RedisClient, options: RedisStorageOptions = {}): SecondaryStorage {
  const { root, timeout, pause } = resolveOptions(options);
  const driver = limited(driverOf(client), { timeout, pause });
  const rowKeys = (table: string): string => `${root}${table}:r:`;
  const [marks, lists] = [`${root}mark:`, `${root}copies:`];
  return {
    name: "redis",
    async find(table, { by, key }) {
      const rows = rowKeys(table);
      if (by === "id") return (await read(driver, rows, [`${rows}${key}`, "id", key])).rows;
      const first = await read(driver, rows, [keyIn(root, table, by, key), by]);
      const all = [...first.rows];
      // By id, and not by place: a row that is written meanwhile gets another place, and must not be passed over.
      for (let from = 0; from < first.rest.length; from += mostRows) {
        const ids = first.rest.slice(from, from + mostRows);
        for (const row of (await read(driver, rows, [`${rows}${ids[0]}`, "id", ...ids])).rows) all.push(row);
      }
      return all;
    },
    async write(changes) {
      if (changes.length === 0) return { done: true };
      const keys = changes.map(({ table, id }) => `${rowKeys(table)}${id}`);
      const args = changes.flatMap((change) => argumentsOf(root, change));
      const [refused, taken] = (await driver.run(writeScript, keys, args)) as [number, string] | [];
      if (refused === undefined) return { done: true };
      const at = Number(refused);
      const { table } = changes[at] as RowChange;
      return { done: false, at, taken: taken ? taken.slice(keyIn(root, table, "unique", "").length) : null };
    },
    scan: (table, most) => scan(driver, rowKeys(table), most),
    async count(key, ttl) {
      return Number(await driver.run(countScript, [`${root}count:${key}`], [whole(ttl)]));
    },
    async readCopy(key) {
      const [found, value] = (await driver.run(readCopyScript, [`${root}copy:${key}`], [marks])) as [number, string];
      return Number(found) === 1 ? { text: value } : { text: null, at: Number(value) };
    },
    async fillCopy(key, { text, readAt, subjects, ttl }) {
      const args = [marks, lists, text, String(readAt), subjects.join("\n"), whole(ttl), String(fillWithin)];
      return Number(await driver.run(fillCopyScript, [`${root}copy:${key}`], args)) === 1;
    },
    async markChanged(subjects, ttl) {
      const keys = subjects.map((subject) => `${marks}${subject}`);
      // Each mark is for itself. More at once than this keep the server, and then the client, from anything else.
      for (let from = 0; from < keys.length; from += mostMarks) {
        await driver.run(markScript, keys.slice(from, from + mostMarks), [marks, lists, whole(ttl)]);
      }
    },
  };
}

function keyIn(root: string, table: string, by: "unique" | "index", key: string): string {
  return `${root}${table}:${by === "unique" ? "u" : "i"}:${key}`;
}

function argumentsOf(root: string, { table, id, expected, next }: RowChange): string[] {
  const does = next === null ? "remove" : next === "same" ? "look" : "set";
  const form = does === "set" ? (next as RowForm) : null;
  const list = (by: "unique" | "index", keys: readonly string[] = []): string =>
    keys.map((key) => keyIn(root, table, by, key)).join("\n");
  const before = expected === null ? ["0", ""] : ["1", expected];
  const after = [form?.text ?? "", list("unique", form?.uniques), list("index", form?.indexes), whole(form?.ttl ?? 0)];
  return [id, does, ...before, ...after];
}

/** One step of looking: the rows that it read, and the ids of those that it did not come to. */
async function read(
  driver: Driver,
  rows: string,
  [key, by, ...ids]: readonly [key: string, by: string, ...ids: string[]],
): Promise<{ readonly rows: readonly StoredRow[]; readonly rest: readonly string[] }> {
  const answer = await driver.run(findScript, [key], [by, rows, String(mostRows), ...ids]);
  const [found, rest] = answer as [string[], string[]];
  return { rows: inPairs(found), rest };
}

function inPairs(flat: readonly string[]): StoredRow[] {
  const rows: StoredRow[] = [];
  for (let at = 0; at < flat.length; at += 2) rows.push({ id: flat[at] as string, text: flat[at + 1] as string });
  return rows;
}

/** Page by page over every key of the server: it answers others in between. */
async function scan(driver: Driver, rows: string, most: number): Promise<readonly StoredRow[]> {
  const found = new Map<string, StoredRow>();
  let cursor = "0";
  do {
    const page = await driver.scan(cursor, `${rows.replace(/[[\]*?\\]/g, "\\$&")}*`);
    for (const key of page.keys) {
      if (found.size >= most) return [...found.values()];
      const id = key.slice(rows.length);
      for (const row of (await read(driver, rows, [key, "id", id])).rows) found.set(id, row);
    }
    cursor = page.cursor;
  } while (cursor !== "0");
  return [...found.values()];
}

/** Redis takes whole milliseconds above zero. */
function whole(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds)));
}
