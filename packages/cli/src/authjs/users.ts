/** Reads users and their accounts from an Auth.js database. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import { type ColumnMapping, readUser } from "../import/columns.ts";
import type { ImportedAccount, ImportedUser, InvalidEntry } from "../import/users.ts";
import { readAuthenticators } from "./authenticators.ts";
import type { AuthjsTables } from "./tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** Options for reading users. */
export interface AuthjsOptions extends ColumnMapping {
  /** Maps Auth.js provider ids to Latchkey's, if they differ. */
  readonly providers: ReadonlyMap<string, string>;
}

const pageSize = 1000;

/** Reads all users, page by page, sorted by id. */
export async function* readAuthjsUsers(
  context: RequestContext,
  source: OpenDatabase,
  tables: AuthjsTables,
  choice: AuthjsOptions,
): AsyncGenerator<ImportedUser | InvalidEntry> {
  // There are few passkeys, so they're all read at once.
  const passkeys = await readAuthenticators(source, tables.authenticators);
  for (let offset = 0; ; offset += pageSize) {
    const { users, accounts } = await readPage(source, tables, offset);
    for (const row of users) {
      const id = String(row.id);
      // Auth.js stores the time of the verification, or null.
      const emailVerified = isVerified(row[tables.users.columns.emailVerified]) ? "true" : "false";
      const person = await readUser(
        context,
        { location: `${tables.users.name} ${id}`, values: { ...row, id, emailVerified } },
        choice,
      );
      const own = accounts.get(id) ?? [];
      yield "reason" in person
        ? person
        : {
            ...person,
            accounts: own.flatMap((account) => accountOf(account, tables, choice)),
            passkeys: passkeys.get(id) ?? [],
          };
    }
    if (users.length < pageSize) return;
  }
}

/** Some apps change the column's type. The text "false" and MySQL's zero date don't count as verified. */
function isVerified(value: unknown): boolean {
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

/** Returns accounts of OAuth and OpenID Connect providers. Passkeys are in a separate table. */
function accountOf(row: Row, { accounts: { columns } }: AuthjsTables, { providers }: AuthjsOptions): ImportedAccount[] {
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
