/** People of an Auth.js database, with their ways in. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import { type ColumnChoice, readPerson } from "../import/columns.ts";
import type { Fault, ForeignAccount, Person } from "../import/people.ts";
import type { AuthjsTables } from "./source.ts";

type Row = Readonly<Record<string, unknown>>;

/** How they are read. */
export interface AuthjsChoice extends ColumnChoice {
  /** Provider there → provider here, where they are called otherwise. */
  readonly providers: ReadonlyMap<string, string>;
}

const pageSize = 1000;

/** Everybody, in the order of their ids, some at a time. */
export async function* readAuthjs(
  context: RequestContext,
  source: OpenDatabase,
  tables: AuthjsTables,
  choice: AuthjsChoice,
): AsyncGenerator<Person | Fault> {
  for (let offset = 0; ; offset += pageSize) {
    const { users, accounts } = await readPage(source, tables, offset);
    for (const row of users) {
      const id = String(row.id);
      // There it is the time of the proof, or nothing.
      const emailVerified = isProven(row[tables.users.columns.emailVerified]) ? "true" : "false";
      const person = await readPerson(
        context,
        { place: `${tables.users.name} ${id}`, values: { ...row, id, emailVerified } },
        choice,
      );
      const own = accounts.get(id) ?? [];
      yield "reason" in person
        ? person
        : { ...person, accounts: own.flatMap((account) => accountOf(account, tables, choice)) };
    }
    if (users.length < pageSize) return;
  }
}

/** Apps make other types of the column: a text "false", or MySQL's time of nothing but zeros, proves nothing. */
function isProven(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === "string")
    return /^(?:true|t|yes|y)$/i.test(value) || Number(value) > 0 || /^[1-9]\d{3}-/.test(value);
  return Boolean(value);
}

async function readPage(source: OpenDatabase, { users, accounts }: AuthjsTables, offset: number) {
  const quote = (name: string): string => (source.dialect === "mysql" ? `\`${name}\`` : `"${name}"`);
  const page = `${quote(users.name)} order by id limit ${pageSize} offset ${offset}`;
  const owner = quote(accounts.columns.userId);
  const rows = await source.rows(`select * from ${page}`);
  const linked = await source.rows(
    `select a.* from ${quote(accounts.name)} a join (select id from ${page}) u on u.id = a.${owner}`,
  );
  const byUser = new Map<string, Row[]>();
  for (const account of linked) {
    const id = String(account[accounts.columns.userId]);
    byUser.set(id, [...(byUser.get(id) ?? []), account]);
  }
  return { users: rows, accounts: byUser };
}

/** Ways in by OAuth and OpenID. Passkeys are none that can be used here. */
function accountOf(row: Row, { accounts: { columns } }: AuthjsTables, { providers }: AuthjsChoice): ForeignAccount[] {
  const { type, access_token, refresh_token, id_token, scope, expires_at } = row;
  if (typeof type === "string" && !/^o(?:auth|idc)$/.test(type)) return [];
  const provider = String(row[columns.provider]);
  const seconds = expires_at === null || expires_at === undefined ? Number.NaN : Number(expires_at);
  return [
    {
      providerId: providers.get(provider) ?? provider,
      accountId: String(row[columns.providerAccountId]),
      accessToken: textOf(access_token),
      refreshToken: textOf(refresh_token),
      idToken: textOf(id_token),
      scope: textOf(scope)?.split(/\s+/).join(",") ?? null,
      accessTokenExpiresAt: Number.isFinite(seconds) ? new Date(seconds * 1000) : null,
    },
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
