/** A secondary storage over a Redis client. */

import {
  maxFillDelay,
  type RowChange,
  type SecondaryStorage,
  type SerializedRow,
  type StoredRow,
} from "@latchkey/core/database";
import { withCircuitBreaker } from "./circuit-breaker.ts";
import { createDriver, type Driver, type RedisClient } from "./driver.ts";
import { type RedisStorageOptions, resolveOptions } from "./options.ts";
import { countScript, fillCopyScript, findScript, markScript, readCopyScript, writeScript } from "./scripts.ts";

/** Maximum number of marks written, and of rows read, per script call. */
const [maxMarks, maxRows] = [1000, 500] as const;

/**
 * Keeps sessions, one-time tokens, rate limits, and copies for reading in Redis.
 *
 * @param client a client of `ioredis` or `redis`. The app connects, authenticates, and closes it.
 * @throws {Error} if it's neither of the two, or if an option is invalid
 */
export function redisStorage(client: RedisClient, options: RedisStorageOptions = {}): SecondaryStorage {
  const { root, timeout, pause } = resolveOptions(options);
  const driver = withCircuitBreaker(createDriver(client), { timeout, pause });
  const rowKeys = (table: string): string => `${root}${table}:r:`;
  const [marks, lists] = [`${root}mark:`, `${root}copies:`];
  return {
    name: "redis",
    async find(table, { by, key }) {
      const rows = rowKeys(table);
      if (by === "id") return (await read(driver, rows, [`${rows}${key}`, "id", key])).rows;
      const first = await read(driver, rows, [keyIn(root, table, by, key), by]);
      const all = [...first.rows];
      // Reads by id instead of by position. A row written in the meantime changes its position and would be skipped.
      for (let from = 0; from < first.rest.length; from += maxRows) {
        const ids = first.rest.slice(from, from + maxRows);
        for (const row of (await read(driver, rows, [`${rows}${ids[0]}`, "id", ...ids])).rows) all.push(row);
      }
      return all;
    },
    async write(changes) {
      if (changes.length === 0) return { done: true };
      const keys = changes.map(({ table, id }) => `${rowKeys(table)}${id}`);
      const args = changes.flatMap((change) => changeArguments(root, change));
      const [refused, taken] = (await driver.run(writeScript, keys, args)) as [number, string] | [];
      if (refused === undefined) return { done: true };
      const at = Number(refused);
      const { table } = changes[at] as RowChange;
      return { done: false, at, taken: taken ? taken.slice(keyIn(root, table, "unique", "").length) : null };
    },
    scan: (table, most) => scan(driver, rowKeys(table), most),
    async count(key, ttl) {
      return Number(await driver.run(countScript, [`${root}count:${key}`], [wholeMilliseconds(ttl)]));
    },
    async readCopy(key) {
      const [found, value] = (await driver.run(readCopyScript, [`${root}copy:${key}`], [marks])) as [number, string];
      return Number(found) === 1 ? { text: value } : { text: null, at: Number(value) };
    },
    async fillCopy(key, { text, readAt, subjects, ttl }) {
      const args = [
        marks,
        lists,
        text,
        String(readAt),
        subjects.join("\n"),
        wholeMilliseconds(ttl),
        String(maxFillDelay),
      ];
      return Number(await driver.run(fillCopyScript, [`${root}copy:${key}`], args)) === 1;
    },
    async markChanged(subjects, ttl) {
      const keys = subjects.map((subject) => `${marks}${subject}`);
      // Each mark is independent. A larger batch would block the server, and then the client, for too long.
      for (let from = 0; from < keys.length; from += maxMarks) {
        await driver.run(markScript, keys.slice(from, from + maxMarks), [marks, lists, wholeMilliseconds(ttl)]);
      }
    },
  };
}

function keyIn(root: string, table: string, by: "unique" | "index", key: string): string {
  return `${root}${table}:${by === "unique" ? "u" : "i"}:${key}`;
}

function changeArguments(root: string, { table, id, expected, next }: RowChange): string[] {
  const action = next === null ? "remove" : next === "same" ? "look" : "set";
  const form = action === "set" ? (next as SerializedRow) : null;
  const list = (by: "unique" | "index", keys: readonly string[] = []): string =>
    keys.map((key) => keyIn(root, table, by, key)).join("\n");
  const before = expected === null ? ["0", ""] : ["1", expected];
  const after = [
    form?.text ?? "",
    list("unique", form?.uniques),
    list("index", form?.indexes),
    wholeMilliseconds(form?.ttl ?? 0),
  ];
  return [id, action, ...before, ...after];
}

/** Reads rows once. Returns the rows it read, and the ids that are left to read. */
async function read(
  driver: Driver,
  rows: string,
  [key, by, ...ids]: readonly [key: string, by: string, ...ids: string[]],
): Promise<{ readonly rows: readonly StoredRow[]; readonly rest: readonly string[] }> {
  const answer = await driver.run(findScript, [key], [by, rows, String(maxRows), ...ids]);
  const [found, rest] = answer as [string[], string[]];
  return { rows: toStoredRows(found), rest };
}

function toStoredRows(flat: readonly string[]): StoredRow[] {
  const rows: StoredRow[] = [];
  for (let at = 0; at < flat.length; at += 2) rows.push({ id: flat[at] as string, text: flat[at + 1] as string });
  return rows;
}

/** Scans every key of the server page by page, so that it can serve others in between. */
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

/** Redis requires whole milliseconds above zero. */
function wholeMilliseconds(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds)));
}
