/** Signing in with a password, by whatever name a person gives. */

import { recordFailedAttempt } from "../audit/failures.ts";
import type { RequestContext } from "../plugin/context.ts";
import { StaleUserError } from "../plugin/gate.ts";
import { type CreatedSession, createSession } from "../sessions/create.ts";
import type { UserRow } from "../users/table.ts";
import { type Decoy, findDecoys, isBeforeDecoys, refuseDecoy } from "./decoys.ts";
import { countGuess, knowBrowser } from "./guesses.ts";
import { rehashCredential, type UserWithCredential } from "./store.ts";
import type { AccountRow } from "./table.ts";

/** What signing in with a password needs. */
export interface PasswordSignIn {
  /** What guesses are counted by: the name, in the form in which names are compared. */
  readonly name: string;
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
 * @throws {AuthError} what a gate refuses with; `TOO_MANY_REQUESTS`: too many guesses at this name
 */
export async function signInWithPassword(
  context: RequestContext,
  attempt: PasswordSignIn,
): Promise<CreatedSession | null> {
  // Looked up first: which browsers are known hangs on the password.
  const found = await attempt.find();
  await countGuess(context, attempt.name, found?.credential?.password ?? "");
  const created = await signInTwice(context, attempt, found);
  if (!created) recordFailedAttempt(context, { action: "session.create.failed", userId: found?.user.id ?? null });
  return created;
}

async function signInTwice(
  context: RequestContext,
  attempt: PasswordSignIn,
  found: UserWithCredential | null,
): Promise<CreatedSession | null> {
  try {
    return await signInOnce(context, attempt, found);
  } catch (error) {
    if (!(error instanceof StaleUserError)) throw error;
    // The user changed while the password was being checked: from the start, once.
    return signInOnce(context, attempt, await attempt.find());
  }
}

async function signInOnce(
  context: RequestContext,
  { name, password, rememberMe }: PasswordSignIn,
  found: UserWithCredential | null,
): Promise<CreatedSession | null> {
  const decoys = await findDecoys(context, name);
  const compared = found && isBeforeDecoys(found, decoys) ? null : found;
  const { matched, decoy } = await checkPassword(context, compared, password, decoys);
  if (decoy) await refuseDecoy(context, decoy, rememberMe);
  if (!matched) return null;
  const { user, credential } = matched;
  const created = await createSession(context, {
    user,
    method: "password",
    proven: ["password"],
    rememberMe,
    verifiedEmail: credential.verifiedEmail,
    accountId: credential.id,
  });
  knowBrowser(context, name, credential.password ?? "");
  return created;
}

/** The user whose password it is, or the decoy that it matches. */
interface CheckedPassword {
  readonly matched: { readonly user: UserRow; readonly credential: AccountRow } | null;
  readonly decoy?: Decoy | undefined;
}

async function checkPassword(
  context: RequestContext,
  found: UserWithCredential | null,
  password: string,
  decoys: readonly Decoy[],
): Promise<CheckedPassword> {
  // Hash even if no user was found. Otherwise the answer's time tells which emails have an account.
  const { ok, needsRehash, isDecoy } = await context.passwords.verify(
    password,
    found?.credential?.password,
    decoys.map(({ hash }) => hash),
  );
  if (!ok || !found?.credential) return { matched: null, decoy: isDecoy ? decoys[0] : undefined };
  const account = found.credential;
  if (needsRehash) {
    context.afterSuccess(async () => rehashCredential(context.db, account, await context.passwords.hash(password)));
  }
  return { matched: { user: found.user, credential: account } };
}
