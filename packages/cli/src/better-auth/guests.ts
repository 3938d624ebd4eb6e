/** Migrates guests from a better-auth database. */

import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";

/** Whether the user table marks guests. */
function hasGuests(tables: Tables): boolean {
  return tables.has("user", "isAnonymous");
}

/** Counts the guests. */
export function countGuests(tables: Tables): Promise<number> {
  const { quote } = tables;
  return hasGuests(tables) ? tables.count(quote("user"), `${quote("isAnonymous")} is true`) : Promise.resolve(0);
}

/**
 * Gives guests an email that nothing is sent to. better-auth's guest emails are on the app's own domain, where someone
 * could create a mailbox with that name.
 */
export async function migrateGuests({ quote }: Tables, { dialect, execute }: OpenDatabase): Promise<void> {
  const domain = "@anonymous.placeholder.invalid";
  const email = dialect === "mysql" ? `concat(id, '${domain}')` : `id || '${domain}'`;
  await execute(
    `update ${quote("user")} set email = ${email}, ${quote("emailVerified")} = false where ${quote("isAnonymous")} is true and email not like '%.invalid'`,
  );
}
