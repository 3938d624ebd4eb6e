/** Two processes that read session copies from one storage. Many tables reference sessions and users. */

import type { TestDatabaseKind } from "@latchkey/test-kit/databases";
import {
  type Adapter,
  type AnyRow,
  defineTable,
  memoryStorage,
  mergeSchema,
  type Schema,
  type SecondaryStorage,
  type StatementInfo,
  type Table,
  widen,
} from "../src/database/index.ts";
import { createLogger } from "../src/kernel/log.ts";
import { type CopyStore, createCopyStore } from "../src/sessions/cache/copy-store.ts";
import { withInvalidation } from "../src/sessions/cache/invalidation.ts";
import { type SessionRow, sessionTable } from "../src/tables/session.ts";
import { userTable } from "../src/tables/user.ts";

export const sessions: Table<AnyRow> = widen<AnyRow>(sessionTable);
export const users: Table<AnyRow> = widen<AnyRow>(userTable);
export const companies: Table<AnyRow> = widen<AnyRow>(
  defineTable<{ id: string; name: string }>({ name: "company", columns: { name: { type: "string" } } }),
);
export const organizations: Table<AnyRow> = widen<AnyRow>(
  defineTable<{ id: string; name: string }>({ name: "organization", columns: { name: { type: "string" } } }),
);
export const teams: Table<AnyRow> = widen<AnyRow>(
  defineTable<{ id: string; organizationId: string }>({
    name: "team",
    columns: { organizationId: { type: "string", references: { table: "organization", column: "id" } } },
  }),
);

const optional = (table: string, onDelete: "cascade" | "set null") =>
  ({ type: "string", nullable: true, references: { table, column: "id", onDelete } }) as const;

export const copiesSchema: Schema = mergeSchema([
  companies,
  organizations,
  teams,
  userTable,
  sessionTable,
  {
    extends: "user",
    columns: { companyId: optional("company", "set null"), groupId: optional("organization", "cascade") },
  },
  {
    extends: "session",
    columns: {
      activeOrganizationId: optional("organization", "set null"),
      activeTeamId: optional("team", "set null"),
      impersonatedFrom: optional("session", "cascade"),
    },
  },
]);

/** A session with its user, as returned to a reader. */
export type ReadSession = AnyRow & { readonly user: AnyRow };

/** One process. */
export interface CopiesNode {
  readonly db: Adapter;
  readonly copies: CopyStore;
  /** Reads a session like the library does, from a copy or from the row. Reading the row creates a copy. */
  read(token: string, beforeFill?: () => Promise<void>): Promise<ReadSession | null>;
}

/** Two processes with one database and one storage. */
export interface CopiesApp {
  readonly nodes: readonly [CopiesNode, CopiesNode];
  readonly storage: SecondaryStorage;
  readonly statements: StatementInfo[];
  readonly logged: string[];
  /**
   * Creates copies of all sessions and runs the function. Resolves to the tokens of the sessions whose copies were
   * invalidated.
   */
  invalidatedBy(run: (db: Adapter) => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/** The current time of both processes. */
export const start: Date = new Date("2030-01-01T12:00:00.000Z");

/**
 * @param wrap changes the storage, for example so that it fails
 * @param onFound called in the first process's transactions after each query for rows, before the next operation
 */
export async function openCopies(
  kind: TestDatabaseKind,
  wrap: (storage: SecondaryStorage) => SecondaryStorage = (storage) => storage,
  onFound?: (table: string) => Promise<void>,
): Promise<CopiesApp> {
  const { database, statements, again, close } = await kind.open();
  const inner = memoryStorage();
  const logged: string[] = [];
  const first = database.connect(copiesSchema);
  const one = createNode(onFound ? withPause(first, onFound) : first, wrap(inner), logged);
  const two = createNode(again().connect(copiesSchema), wrap(inner), logged);
  await one.db.migrations?.migrate();
  statements.length = 0;
  return {
    nodes: [one, two],
    storage: inner,
    statements,
    logged,
    async invalidatedBy(run) {
      const rows = await one.db.findMany(sessions, { limit: 1000 });
      const keys = new Map(rows.map(({ token }) => [`session:${token}`, String(token)]));
      for (const key of keys.keys()) await inner.set(key, "copy", 60_000);
      await run(one.db);
      const found: string[] = [];
      for (const [key, token] of keys) if ((await inner.get(key)) !== "copy") found.push(token);
      return found.sort();
    },
    close,
  };
}

function withPause(db: Adapter, onFound: (table: string) => Promise<void>): Adapter {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async findMany(table, query) {
            const rows = await tx.findMany(table, query);
            await onFound(table.name);
            return rows;
          },
        }),
      ),
  };
}

function createNode(raw: Adapter, storage: SecondaryStorage, logged: string[]): CopiesNode {
  const log = createLogger({ log: (_, message) => void logged.push(message) });
  const copies = createCopyStore(storage, raw, { maxAge: 60, log });
  const hidden = new Set(["verifiedEmail", "signInAccountId", "endsAt", "provenEmail"]);
  const columnsOf = (name: string): ReadonlySet<string> =>
    new Set(Object.keys(copiesSchema.get(name)?.columns ?? {}).filter((column) => !hidden.has(column)));
  return {
    db: withInvalidation(raw, {
      copied: { session: columnsOf("session"), user: columnsOf("user") },
      invalidate: copies.invalidate,
      now: () => start,
    }),
    copies,
    async read(token, beforeFill) {
      const copy = await copies.read(token).catch(() => null);
      if (copy && copy.text !== null) return JSON.parse(copy.text) as ReadSession;
      const join = { user: { table: users, on: { id: "userId" }, required: true } } as const;
      const row = await raw.findOne(sessions, { where: { token }, join });
      await beforeFill?.();
      if (row && copy && copy.startedAt !== null) {
        await copies.fill(row as unknown as SessionRow, JSON.stringify(row), copy.startedAt).catch(() => {});
      }
      return row;
    },
  };
}

/** A `user` row. */
export function userRow(id: string, more: object = {}): AnyRow {
  const email = `${id}@example.com`;
  return { id, name: "0", email, emailVerified: true, createdAt: start, updatedAt: start, epoch: 0, ...more };
}

/** A `session` row. Its token is `token-` followed by its id. */
export function sessionRow(id: string, userId: string, more: object = {}): AnyRow {
  const expiresAt = new Date(start.getTime() + 3_600_000);
  const fixed = { ipAddress: "0", createdAt: start, updatedAt: start, revision: 0, remembered: true };
  return { id, userId, token: `token-${id}`, expiresAt, ...fixed, ...more };
}
