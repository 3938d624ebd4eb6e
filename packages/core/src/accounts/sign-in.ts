/** Signing in with a password, by whatever name a person gives. */

import type { RequestContext } from "../plugin/context.ts";
import { StaleUserError } from "../plugin/gate.ts";
import { type CreatedSession, createSession } from "../sessions/create.ts";
import type { UserRow } from "../users/table.ts";
import { rehashCredential, type UserWithCredential } from "./store.ts";

/** What signing in with a password needs. */
export interface PasswordSignIn {
  /** Looks the person up: `null` if nobody has this name. Called again if they change meanwhile. */
  find(): Promise<UserWithCredential | null>;
  readonly password: string;
  readonly rememberMe: boolean;
}

/**
 * Checks a password and makes a session, or what a gate asks for in its place. One hash, whether or not there is
 * anybody: otherwise the answer's time would tell.
 *
 * @returns `null` for nobody and for a wrong password alike
 * @throws {AuthError} what a gate refuses with
 */
export async function signInWithPassword(
  context: RequestContext,
  attempt: PasswordSignIn,
): Promise<CreatedSession | null> {
  try {
    return await signInOnce(context, attempt);
  } catch (error) {
    if (!(error instanceof StaleUserError)) throw error;
    // The user changed while the password was being checked: from the start, once.
    return signInOnce(context, attempt);
  }
}

async function signInOnce(
  context: RequestContext,
  { find, password, rememberMe }: PasswordSignIn,
): Promise<CreatedSession | null> {
  const user = await checkPassword(context, await find(), password);
  return user && createSession(context, { user, method: "password", proven: ["password"], rememberMe });
}

async function checkPassword(
  context: RequestContext,
  found: UserWithCredential | null,
  password: string,
): Promise<UserRow | null> {
  // Hash even when there is nobody: otherwise the answer's timing tells which emails have an account.
  const { ok, needsRehash } = await context.passwords.verify(password, found?.credential?.password);
  if (!ok || !found?.credential) return null;
  const account = found.credential;
  if (needsRehash) {
    context.afterSuccess(async () => rehashCredential(context.db, account, await context.passwords.hash(password)));
  }
  return found.user;
}
