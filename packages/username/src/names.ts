/** The one place where a name is checked, and gets the form in which it is compared. */

import { fail } from "@latchkey/core";
import { usernameErrors } from "./errors.ts";
import type { UsernameSettings } from "./options.ts";

/** The form in which names are stored, looked up and compared. */
export function normalizeUsername(typed: string): string {
  return typed.toLowerCase();
}

/**
 * Refuses a name that cannot be chosen, by what it looks like alone.
 * @throws {AuthError} `USERNAME_TOO_SHORT`, `USERNAME_TOO_LONG`, `INVALID_USERNAME`
 */
export async function checkUsername(typed: string, { least, most, isValid }: UsernameSettings): Promise<void> {
  const { length } = [...typed];
  if (length < least) fail(usernameErrors, "USERNAME_TOO_SHORT");
  if (length > most) fail(usernameErrors, "USERNAME_TOO_LONG");
  if (!(await isValid(typed))) fail(usernameErrors, "INVALID_USERNAME");
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What sign-up and updates write: the compared form as `username`, the typed one as `displayUsername` unless that is
 * given. A change of the name alone leaves the shown form as it was.
 */
export async function withNames(
  values: Values,
  moment: "create" | "update",
  settings: UsernameSettings,
): Promise<Values> {
  const { username, displayUsername } = values;
  if (typeof username !== "string") {
    // A shown form without a name would look like a name that nobody has.
    return typeof displayUsername === "string" && moment === "create"
      ? withNames({ ...values, username: displayUsername }, moment, settings)
      : values;
  }
  await checkUsername(username, settings);
  const names = { username: normalizeUsername(username) };
  const shown = moment === "create" ? { displayUsername: displayUsername ?? username } : {};
  return { ...values, ...names, ...shown };
}
