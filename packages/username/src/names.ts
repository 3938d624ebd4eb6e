/** Checks names, and gives them the form in which they are compared. Everything that writes a name comes through here. */

import { fail } from "@latchkey/core/plugin";
import { usernameErrors } from "./errors.ts";
import type { UsernameSettings } from "./options.ts";

const { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME } = usernameErrors;
const { INVALID_DISPLAY_USERNAME, USERNAME_IS_ALREADY_TAKEN } = usernameErrors;

/** Errors of a username that can't be chosen, whoever has it. */
export const usernameFormErrors = { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME } as const;

/** Errors of names that a user chooses. */
export const nameErrors = { ...usernameFormErrors, INVALID_DISPLAY_USERNAME, USERNAME_IS_ALREADY_TAKEN } as const;

/** Characters that no one sees, or that change how other characters are shown. No validator can allow them. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The name by which core counts guesses and knows refused sign-ups. @param username in the compared form */
export function signInName(username: string): string {
  return `username:${username}`;
}

/**
 * Refuses a name that can't be chosen, by what it looks like alone.
 * @throws {AuthError} `USERNAME_TOO_SHORT`, `USERNAME_TOO_LONG`, `INVALID_USERNAME`
 */
export async function checkUsername(typed: string, settings: UsernameSettings): Promise<void> {
  const problem = await problemWith(typed, settings);
  if (problem) fail(usernameErrors, problem);
}

async function problemWith(typed: string, { least, most, isValid }: UsernameSettings) {
  const { length } = [...typed];
  if (length < least) return "USERNAME_TOO_SHORT";
  if (length > most) return "USERNAME_TOO_LONG";
  return !hidden.test(typed) && (await isValid(typed)) ? null : "INVALID_USERNAME";
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Adds the names of a new user. The display name is the username as it was typed, unless it is given. A display name
 * alone becomes the username if it can be one.
 * @throws {AuthError} `USERNAME_TOO_SHORT`, `USERNAME_TOO_LONG`, `INVALID_USERNAME`, `INVALID_DISPLAY_USERNAME`
 */
export async function newNames(values: Values, settings: UsernameSettings): Promise<Values> {
  const { username } = values;
  const shown = textOrNull(values.displayUsername);
  if (typeof username === "string") return { ...values, ...(await bothNames(username, shown ?? username, settings)) };
  if (shown === null) return { ...values, displayUsername: null };
  return (await problemWith(shown, settings)) === null
    ? { ...values, ...(await bothNames(shown, shown, settings)) }
    : { ...values, ...(await displayAlone(shown, settings)) };
}

/**
 * Adds the changed names of a user. Both are always written together: two requests at once would otherwise leave a
 * display name whose username is free for another user.
 * @param user the names so far
 * @throws {AuthError} as `newNames`
 */
export async function changedNames(values: Values, user: Values, settings: UsernameSettings): Promise<Values> {
  const { username, displayUsername } = values;
  if (username === undefined && displayUsername === undefined) return values;
  const stored = { username: textOrNull(user.username), displayUsername: textOrNull(user.displayUsername) };
  const shown = textOrNull(displayUsername);
  if (typeof username === "string") {
    await checkUsername(username, settings);
    const isSame = settings.normalize(username) === stored.username;
    const kept = isSame ? stored.displayUsername : null;
    // What is stored is always taken: a form sends it back, and a name moved from elsewhere can differ.
    if (isSame && kept !== null && (shown === null || shown === kept)) return { ...values, ...stored };
    return { ...values, ...(await bothNames(username, shown ?? username, settings)) };
  }
  const kept = username === null ? null : stored.username;
  if (shown === null) return { ...values, username: kept, displayUsername: displayUsername === "" ? kept : null };
  if (shown === stored.displayUsername && kept === stored.username) return { ...values, ...stored };
  return {
    ...values,
    ...(kept === null ? await displayAlone(shown, settings) : await otherForm(kept, shown, settings)),
  };
}

/** A username, and its other form in which it is shown. */
async function bothNames(username: string, shown: string, settings: UsernameSettings): Promise<Values> {
  await checkUsername(username, settings);
  const name = settings.normalize(username);
  if (name === "" || name.length > 255 || hidden.test(name)) fail(usernameErrors, "INVALID_USERNAME");
  return otherForm(name, shown, settings);
}

/** A display name that differs from the username in case alone can't be mistaken for another user's name. */
async function otherForm(username: string, displayUsername: string, settings: UsernameSettings): Promise<Values> {
  const fits = (await problemWith(displayUsername, settings)) === null;
  if (!fits || settings.normalize(displayUsername) !== username) fail(usernameErrors, "INVALID_DISPLAY_USERNAME");
  return { username, displayUsername };
}

/** Letters, digits, spaces, and what stands in people's names. */
const plain = /^[\p{L}\p{M}\p{N} ._'\u2019-]+$/u;

/** A display name without a username, such as "Ann Lee". It must not be one that another user can have. */
async function displayAlone(shown: string, settings: UsernameSettings): Promise<Values> {
  // Full-width letters, ligatures and the like are other forms of letters that a username can have.
  const isPlain = plain.test(shown) && !hidden.test(shown) && shown === shown.normalize("NFKC").trim();
  if (!isPlain || (await problemWith(shown, settings)) === null) fail(usernameErrors, "INVALID_DISPLAY_USERNAME");
  return { username: null, displayUsername: shown };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
