/** Validates and normalizes usernames and display names. Every write of a name goes through this file. */

import { fail } from "@latchkey/core/plugin";
import { usernameErrors } from "./errors.ts";
import type { UsernameSettings } from "./options.ts";

const { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME } = usernameErrors;
const { INVALID_DISPLAY_USERNAME, USERNAME_IS_ALREADY_TAKEN } = usernameErrors;

/** Errors for a username that no user can choose. */
export const usernameFormatErrors = { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME } as const;

/** Errors for the names that a user chooses. */
export const nameErrors = { ...usernameFormatErrors, INVALID_DISPLAY_USERNAME, USERNAME_IS_ALREADY_TAKEN } as const;

/**
 * Characters that are invisible or change how others are displayed. Rejected even if the app's validator allows them.
 */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the identifier that password throttling and decoys use. @param username normalized */
export function usernameIdentifier(username: string): string {
  return `username:${username}`;
}

/**
 * Rejects a username with an invalid format. Doesn't check whether it's taken.
 * @throws {AuthError} `USERNAME_TOO_SHORT`, `USERNAME_TOO_LONG`, `INVALID_USERNAME`
 */
export async function checkUsername(typed: string, settings: UsernameSettings): Promise<void> {
  const problem = await usernameProblem(typed, settings);
  if (problem) fail(usernameErrors, problem);
}

async function usernameProblem(typed: string, { minLength, maxLength, isValid }: UsernameSettings) {
  const { length } = [...typed];
  if (length < minLength) return "USERNAME_TOO_SHORT";
  if (length > maxLength) return "USERNAME_TOO_LONG";
  return !invisibleCharacters.test(typed) && (await isValid(typed)) ? null : "INVALID_USERNAME";
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Adds the names of a new user. The display name defaults to the username as typed. A display name without a username
 * becomes the username if its format is valid.
 * @throws {AuthError} `USERNAME_TOO_SHORT`, `USERNAME_TOO_LONG`, `INVALID_USERNAME`, `INVALID_DISPLAY_USERNAME`
 */
export async function namesForNewUser(values: Values, settings: UsernameSettings): Promise<Values> {
  const { username } = values;
  const displayName = nonEmptyText(values.displayUsername);
  if (typeof username === "string")
    return { ...values, ...(await normalizeNames(username, displayName ?? username, settings)) };
  if (displayName === null) return { ...values, displayUsername: null };
  return (await usernameProblem(displayName, settings)) === null
    ? { ...values, ...(await normalizeNames(displayName, displayName, settings)) }
    : { ...values, ...(await checkStandaloneDisplayName(displayName, settings)) };
}

/**
 * Adds the changed names of a user. Always writes both names together. Otherwise two concurrent requests could leave a
 * display name whose username is free for another user.
 * @param user the current names
 * @throws {AuthError} as for `namesForNewUser`
 */
export async function namesForUpdate(values: Values, user: Values, settings: UsernameSettings): Promise<Values> {
  const { username, displayUsername } = values;
  if (username === undefined && displayUsername === undefined) return values;
  const stored = { username: nonEmptyText(user.username), displayUsername: nonEmptyText(user.displayUsername) };
  const displayName = nonEmptyText(displayUsername);
  if (typeof username === "string") {
    await checkUsername(username, settings);
    const isSame = settings.normalize(username) === stored.username;
    const current = isSame ? stored.displayUsername : null;
    // Always accept the stored names. Forms send them back, and imported names might not match the current rules.
    if (isSame && current !== null && (displayName === null || displayName === current))
      return { ...values, ...stored };
    return { ...values, ...(await normalizeNames(username, displayName ?? username, settings)) };
  }
  const kept = username === null ? null : stored.username;
  if (displayName === null) return { ...values, username: kept, displayUsername: displayUsername === "" ? kept : null };
  if (displayName === stored.displayUsername && kept === stored.username) return { ...values, ...stored };
  return {
    ...values,
    ...(kept === null
      ? await checkStandaloneDisplayName(displayName, settings)
      : await checkDisplayName(kept, displayName, settings)),
  };
}

/** Normalizes a username and checks its display name. */
async function normalizeNames(username: string, displayName: string, settings: UsernameSettings): Promise<Values> {
  await checkUsername(username, settings);
  const name = settings.normalize(username);
  if (name === "" || name.length > 255 || invisibleCharacters.test(name)) fail(usernameErrors, "INVALID_USERNAME");
  return checkDisplayName(name, displayName, settings);
}

/** Requires a display name to normalize to the username, so it can't pass for another user's name. */
async function checkDisplayName(
  username: string,
  displayUsername: string,
  settings: UsernameSettings,
): Promise<Values> {
  const fits = (await usernameProblem(displayUsername, settings)) === null;
  if (!fits || settings.normalize(displayUsername) !== username) fail(usernameErrors, "INVALID_DISPLAY_USERNAME");
  return { username, displayUsername };
}

/** Letters, digits, spaces, and punctuation that's common in names. */
const displayNamePattern = /^[\p{L}\p{M}\p{N} ._'\u2019-]+$/u;

/**
 * Checks a display name without a username, such as "Ann Lee". It can't be a valid username, which another user could
 * have.
 */
async function checkStandaloneDisplayName(displayName: string, settings: UsernameSettings): Promise<Values> {
  // Full-width letters, ligatures, and similar characters look like letters that usernames can contain.
  const isPlain =
    displayNamePattern.test(displayName) &&
    !invisibleCharacters.test(displayName) &&
    displayName === displayName.normalize("NFKC").trim();
  if (!isPlain || (await usernameProblem(displayName, settings)) === null)
    fail(usernameErrors, "INVALID_DISPLAY_USERNAME");
  return { username: null, displayUsername: displayName };
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
