/** Migrates phone numbers from a better-auth database. Latchkey stores verified numbers only, all in E.164 form. */

import { UniqueViolation, widen } from "@latchkey/core/database";
import { type AuthContext, userTable } from "@latchkey/core/plugin";
import { toE164, type UserWithPhone } from "@latchkey/phone-number";
import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";
import { hasVerifiedEmail } from "./verified-emails.ts";

const pageSize = 500;

/** Whether the users have numbers. */
function hasPhoneNumbers(tables: Tables): boolean {
  return tables.has("user", "phoneNumber", "phoneNumberVerified");
}

/** Matches numbers that no one has verified. better-auth stores those that someone typed at sign-up. */
function unverifiedCondition({ quote }: Tables): string {
  const verified = quote("phoneNumberVerified");
  return `${quote("phoneNumber")} is not null and (${verified} is null or ${verified} is false)`;
}

/** Counts the numbers that the migration removes because no one has verified them. */
export function countUnverifiedNumbers(tables: Tables): Promise<number> {
  return hasPhoneNumbers(tables) ? tables.count(tables.quote("user"), unverifiedCondition(tables)) : Promise.resolve(0);
}

/**
 * Removes unverified numbers, writes the others in E.164 form, and stores the user's verified email with them, so that
 * a recovery keeps them.
 *
 * @returns how many verified numbers were removed, because they aren't mobile numbers or another user has the same one
 */
export async function migratePhoneNumbers(
  context: AuthContext,
  tables: Tables,
  database: OpenDatabase,
): Promise<number> {
  const { quote } = tables;
  const [user, number, verified] = [quote("user"), quote("phoneNumber"), quote("phoneNumberVerified")];
  await database.execute(
    `update ${user} set ${number} = null, ${verified} = null where ${unverifiedCondition(tables)}`,
  );
  const removed = await normalizeNumbers(context, tables);
  await markNumbers(tables, database);
  return removed;
}

/**
 * Stores the verified email of each number's owner. Leaves all of them unmarked if one has a mark, because that means
 * users have already added numbers in Latchkey, and there's no way to tell which.
 */
async function markNumbers(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  const { quote } = tables;
  const [user, number, mark] = [quote("user"), quote("phoneNumber"), quote("phoneVerifiedEmail")];
  if ((await tables.count(user, `${mark} is not null`)) > 0) return;
  const owned = `${number} is not null and ${hasVerifiedEmail(tables, user)}`;
  await execute(`update ${user} set ${mark} = email where ${owned}`);
}

async function normalizeNumbers({ db }: AuthContext, tables: Tables): Promise<number> {
  const { quote } = tables;
  const users = widen<UserWithPhone>(userTable);
  let removed = 0;
  for (let last = ""; ; ) {
    const after = `${tables.asBinary("id")} > '${last.replace(/'/g, "''")}'`;
    const rows = await tables.rows(
      `select id, ${quote("phoneNumber")} as phone from ${quote("user")} where ${quote("phoneNumber")} is not null and ${after} order by ${tables.asBinary("id")} limit ${pageSize}`,
    );
    for (const row of rows) {
      const [id, phoneNumber] = [String(row.id), String(row.phone)];
      last = id;
      const number = toE164(phoneNumber);
      if (number === phoneNumber) continue;
      const where = { id, phoneNumber };
      const removal = { phoneNumber: null, phoneNumberVerified: null };
      const isStored =
        number !== null && (await db.update(users, { where, set: { phoneNumber: number } }).then(() => true, isTaken));
      if (isStored) continue;
      await db.update(users, { where, set: removal });
      removed++;
    }
    if (rows.length < pageSize) return removed;
  }
}

/** Returns false for a unique violation: another user has the same number in a different format. */
function isTaken(error: unknown): false {
  if (error instanceof UniqueViolation) return false;
  throw error;
}
