/** A database with tables in a secondary storage, both in memory: people and clubs stay, passes and slips move. */

import {
  type Adapter,
  type DatabaseAdapter,
  defineTable,
  memoryAdapter,
  memoryStorage,
  mergeSchema,
  type SecondaryStorage,
  type StatementInfo,
  type Table,
  withStorage,
} from "../src/database/index.ts";
import type { PendingMarks } from "../src/database/storage/marks.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
}

export interface Club {
  readonly id: string;
  readonly ownerId: string;
}

export interface Room {
  readonly id: string;
  readonly clubId: string;
}

/** Lives in the storage: belongs to a person, may have been begun from another pass, may be at a club or in a room. */
export interface Pass {
  readonly id: string;
  readonly personId: string;
  readonly code: string;
  readonly parentId: string | null;
  readonly clubId: string | null;
  readonly roomId: string | null;
  readonly uses: number;
  readonly note: unknown;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Lives in the storage, and refers to nobody. */
export interface Slip {
  readonly id: string;
  readonly subject: string;
  readonly kind: string;
  readonly tries: number;
  readonly code: string | null;
  readonly expiresAt: Date;
}

export const people: Table<Person> = defineTable<Person>({
  name: "person",
  columns: { email: { type: "string", unique: true } },
});

export const clubs: Table<Club> = defineTable<Club>({
  name: "club",
  columns: { ownerId: { type: "string", references: { table: "person", column: "id" } } },
});

export const rooms: Table<Room> = defineTable<Room>({
  name: "room",
  columns: { clubId: { type: "string", references: { table: "club", column: "id" } } },
});

export const passes: Table<Pass> = defineTable<Pass>({
  name: "pass",
  columns: {
    personId: { type: "string", references: { table: "person", column: "id" } },
    code: { type: "string", unique: true },
    parentId: { type: "string", nullable: true, references: { table: "pass", column: "id" } },
    clubId: { type: "string", nullable: true, references: { table: "club", column: "id", onDelete: "set null" } },
    roomId: { type: "string", nullable: true, references: { table: "room", column: "id", onDelete: "set null" } },
    uses: { type: "number", default: 0 },
    note: { type: "json", nullable: true },
    createdAt: { type: "date" },
    expiresAt: { type: "date", index: true },
  },
});

export const slips: Table<Slip> = defineTable<Slip>({
  name: "slip",
  columns: {
    subject: { type: "string" },
    kind: { type: "string" },
    tries: { type: "number", default: 0 },
    code: { type: "string", nullable: true, unique: true },
    expiresAt: { type: "date" },
  },
  indexes: [["subject", "kind"]],
});

export const schema = mergeSchema([people, clubs, rooms, passes, slips]);

export const start = new Date("2030-01-01T12:00:00.000Z");

export function pass(id: string, more: Partial<Pass> = {}): Pass {
  return {
    id,
    personId: "ann",
    code: `code-${id}`,
    parentId: null,
    clubId: null,
    roomId: null,
    uses: 0,
    note: null,
    createdAt: start,
    expiresAt: new Date(start.getTime() + 3_600_000),
    ...more,
  };
}

export function slip(id: string, more: Partial<Slip> = {}): Slip {
  const expiresAt = new Date(start.getTime() + 3_600_000);
  return { id, subject: "s", kind: "k", tries: 0, code: null, expiresAt, ...more };
}

export interface StorageApp {
  readonly db: Adapter;
  /** The database below, without the storage. */
  readonly plain: Adapter;
  readonly storage: SecondaryStorage;
  readonly statements: StatementInfo[];
  /** What was marked as changed. */
  readonly marks: string[];
  readonly pendingMarks: PendingMarks;
  /** Everything that failed in the storage once the outcome was decided. */
  readonly faults: string[];
}

/** @param below changes the database that the storage is put around, or the storage itself */
export function storageApp(
  below: { database?: (db: Adapter) => Adapter; storage?: (storage: SecondaryStorage) => SecondaryStorage } = {},
): StorageApp {
  const statements: StatementInfo[] = [];
  const [marks, faults]: string[][] = [[], []];
  const inner = memoryStorage();
  const noted: SecondaryStorage = {
    ...inner,
    markChanged: (subjects, ttl) => {
      marks?.push(...subjects);
      return inner.markChanged(subjects, ttl);
    },
  };
  const storage = below.storage?.(noted) ?? noted;
  const database: DatabaseAdapter = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const plain = database.connect(schema);
  let ids = 0;
  const pendingMarks: PendingMarks = new Map();
  const db = withStorage(below.database?.(plain) ?? plain, {
    storage,
    tables: ["pass", "slip"],
    copiedTables: { pass: ["code"], person: [] },
    markTtl: 60_000,
    pendingMarks,
    now: () => start,
    newId: () => `unit-${ids++}`,
    onError: (message) => void faults?.push(message),
  });
  return { db, plain, storage, pendingMarks, statements, marks: marks ?? [], faults: faults ?? [] };
}
