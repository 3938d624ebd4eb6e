/** Recognizes the errors of databases whose tables don't match the app. */

/** Codes of PostgreSQL, MySQL and MariaDB, and Prisma for a missing table or column. */
const codes: ReadonlySet<unknown> = new Set([
  "42P01",
  "42703",
  "ER_NO_SUCH_TABLE",
  "ER_BAD_FIELD_ERROR",
  "P2021",
  "P2022",
]);

/** SQLite has no codes for them. */
const sqliteMessage = /\bno such (?:table|column): |\bhas no column named /;

/** Whether an error, or one of its causes, says that a table or column is missing. */
export function isMissingSchema(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (codes.has((current as { readonly code?: unknown }).code) || sqliteMessage.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
