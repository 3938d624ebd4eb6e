/** Reads the rows that requests must not change. */

import type { AnyRow } from "@latchkey/core/database";
import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import type { World } from "./world.ts";

export interface Rows {
  /** All rows of vera and her organization, by table. */
  readonly veras: Readonly<Record<string, readonly AnyRow[]>>;
  /** Columns of the other users that only they can change, by user id. */
  readonly people: ReadonlyMap<string, unknown>;
  /** Users with an admin role, who can read and change other users' data. */
  readonly admins: ReadonlySet<string>;
  /** The stored values of session tokens, which only their owners may see. */
  readonly handles: readonly { readonly owner: string; readonly text: string }[];
}

/** Reads the rows. */
export async function readRows({ app, ids, people }: World): Promise<Rows> {
  const everybody = Object.values(people).map(({ id }) => id);
  const of = (name: string, where: object): Promise<AnyRow[]> =>
    app.db.findMany(
      { name, columns: {} } as never,
      { where, orderBy: [{ column: "id" }], limit: 1000 } as never,
    ) as never;
  const own = (rows: readonly AnyRow[], id: string) => rows.filter((row) => (row.userId ?? row.id) === id);
  const { vera, ...others } = people;
  const [users, accounts, sessions] = await Promise.all([
    of(userTable.name, { id: { in: everybody } }),
    of(accountTable.name, { userId: { in: everybody } }),
    of(sessionTable.name, { userId: { in: everybody } }),
  ]);
  const veras: Record<string, readonly AnyRow[]> = {
    user: own(users, vera.id),
    account: own(accounts, vera.id),
    session: own(sessions, vera.id),
    twoFactor: await of("twoFactor", { userId: vera.id }),
    organization: await of("organization", { id: ids.vault }),
  };
  for (const table of ["member", "team", "invitation", "organizationRole"]) {
    veras[table] = await of(table, { organizationId: ids.vault });
  }
  return {
    veras,
    people: new Map(
      Object.values(others).map(({ id }) => [
        id,
        [
          own(users, id).map((row) => pick(row, guarded)),
          own(accounts, id),
          own(sessions, id).map((row) => pick(row, ["id", "token", "impersonatedBy"])),
        ],
      ]),
    ),
    admins: new Set(users.filter(({ role }) => /\badmin\b/.test(String(role))).map((user) => String(user.id))),
    handles: sessions.map(({ userId, token }) => ({ owner: String(userId), text: String(token) })),
  };
}

/** User columns that no other user can affect. */
const guarded = [
  "id",
  "email",
  "emailVerified",
  "role",
  "banned",
  "twoFactorEnabled",
  "username",
  "name",
  "provenEmail",
];

function pick(row: AnyRow, columns: readonly string[]): unknown[] {
  return columns.map((column) => row[column]);
}
