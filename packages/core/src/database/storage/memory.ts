/** A secondary storage in the memory of one process: for tests, and to try out what moves there. */

import {
  type Copy,
  maxFillDelay,
  type RowChange,
  type RowKey,
  type SecondaryStorage,
  type SerializedRow,
  type StoredRow,
  type WriteOutcome,
} from "./storage.ts";

interface Expiring<T> {
  readonly value: T;
  readonly expiresAt: number;
}

interface MemoryTable {
  readonly rows: Map<string, Expiring<SerializedRow>>;
  /** Id by unique key. */
  readonly uniques: Map<string, string>;
  /** Ids by index key. */
  readonly indexes: Map<string, Set<string>>;
}

interface MemoryState {
  readonly tables: Map<string, MemoryTable>;
  readonly counters: Map<string, Expiring<{ count: number }>>;
  readonly copies: Map<string, Expiring<Copy>>;
  readonly marks: Map<string, Expiring<number>>;
}

/** A storage whose content lives as long as the value returned here. Nothing of it is shared between processes. */
export function memoryStorage(): SecondaryStorage {
  const space: MemoryState = { tables: new Map(), counters: new Map(), copies: new Map(), marks: new Map() };
  return {
    name: "memory",
    find: async (name, key) => find(tableIn(space, name), key),
    write: async (changes) => write(space, changes),
    scan: async (name, most) => {
      const table = tableIn(space, name);
      return [...table.rows.keys()].flatMap((id) => rowOf(table, id)).slice(0, most);
    },
    async count(key, ttl) {
      const counter = getUnexpired(space.counters, key);
      if (counter) return ++counter.count;
      space.counters.set(key, { value: { count: 1 }, expiresAt: now() + ttl });
      return 1;
    },
    async readCopy(key) {
      const copy = getUnexpired(space.copies, key);
      return copy && !isStale(space, copy) ? { text: copy.text } : { text: null, at: now() };
    },
    async fillCopy(key, copy) {
      const later = (getUnexpired(space.copies, key)?.readAt ?? 0) > copy.readAt;
      const took = now() - copy.readAt;
      if (later || took < 0 || took > maxFillDelay || isStale(space, copy)) return false;
      space.copies.set(key, { value: copy, expiresAt: now() + copy.ttl });
      return true;
    },
    async markChanged(subjects, ttl) {
      for (const subject of subjects) space.marks.set(subject, { value: now(), expiresAt: now() + ttl });
      for (const [key, { value }] of space.copies) if (isStale(space, value)) space.copies.delete(key);
    },
  };
}

function now(): number {
  return Date.now();
}

function find(table: MemoryTable, { by, key }: RowKey): StoredRow[] {
  if (by === "id") return rowOf(table, key);
  const ids = by === "unique" ? [table.uniques.get(key) ?? []].flat() : [...(table.indexes.get(key) ?? [])];
  return ids.flatMap((id) => rowOf(table, id));
}

function write(space: MemoryState, changes: readonly RowChange[]): WriteOutcome {
  const claimed = new Set<string>();
  for (const [at, { table: name, id, expected, next }] of changes.entries()) {
    const table = tableIn(space, name);
    if ((getUnexpired(table.rows, id)?.text ?? null) !== expected) return { done: false, at, taken: null };
    for (const unique of next === null || next === "same" ? [] : next.uniques) {
      const holder = table.uniques.get(unique) ?? id;
      const isHeld = holder !== id && getUnexpired(table.rows, holder) !== undefined;
      if (isHeld || claimed.has(`${name} ${unique}`)) return { done: false, at, taken: unique };
      claimed.add(`${name} ${unique}`);
    }
  }
  for (const { table, id, next } of changes) if (next !== "same") replace(tableIn(space, table), id, next);
  return { done: true };
}

function replace(table: MemoryTable, id: string, next: SerializedRow | null): void {
  const before = table.rows.get(id)?.value;
  for (const unique of before?.uniques ?? []) if (table.uniques.get(unique) === id) table.uniques.delete(unique);
  for (const index of before?.indexes ?? []) {
    const ids = table.indexes.get(index);
    ids?.delete(id);
    if (ids?.size === 0) table.indexes.delete(index);
  }
  table.rows.delete(id);
  if (!next) return;
  table.rows.set(id, { value: next, expiresAt: now() + next.ttl });
  for (const unique of next.uniques) table.uniques.set(unique, id);
  for (const index of next.indexes) {
    const ids = table.indexes.get(index) ?? new Set();
    table.indexes.set(index, ids.add(id));
  }
}

function rowOf(table: MemoryTable, id: string): StoredRow[] {
  const row = getUnexpired(table.rows, id);
  if (!row) replace(table, id, null);
  return row ? [{ id, text: row.text }] : [];
}

function tableIn({ tables }: MemoryState, name: string): MemoryTable {
  const known = tables.get(name);
  if (known) return known;
  const table: MemoryTable = { rows: new Map(), uniques: new Map(), indexes: new Map() };
  tables.set(name, table);
  return table;
}

function isStale({ marks }: MemoryState, { subjects, readAt }: Copy): boolean {
  return subjects.some((subject) => (getUnexpired(marks, subject) ?? 0) >= readAt);
}

/** The value under a key whose time is not over. */
function getUnexpired<T>(kept: Map<string, Expiring<T>>, key: string): T | undefined {
  const found = kept.get(key);
  return found && found.expiresAt > now() ? found.value : undefined;
}
