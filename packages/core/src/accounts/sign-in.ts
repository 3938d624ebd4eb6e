/** Sign-in with a password and any kind of identifier. */

import { recordFailedAttempt } from "../audit/failed-attempts.ts";
import type { RequestContext } from "../kernel/context.ts";
import { StaleUserError } from "../kernel/sign-in-attempt.ts";
import { type CreatedSession, createSession } from "../sessions/create.ts";
import type { AccountRow } from "../tables/account.ts";
import type { UserRow } from "../tables/user.ts";
import { type Decoy, findDecoys, isOlderThanDecoys, rejectDecoy } from "./decoys.ts";
import { rememberForThrottle, throttleSignIn } from "./login-throttle.ts";
import { rehashCredential, type UserWithCredential } from "./store.ts";

/** Input for `signInWithPassword`. */
export interface PasswordSignIn {
  /** The identifier in the form used for comparison. Attempts are counted per identifier. */
  readonly name: string;
  /** Finds the user. `null` if no one has this identifier. Called again if the user changes during the sign-in. */
  find(): Promise<UserWithCredential | null>;
  readonly password: string;
  readonly rememberMe: boolean;
  /** The kind of identifier, as the session's sign-in method: `username`, … Default: `password`, for an email. */
  readonly method?: string;
}

/**
 * Checks a password and creates a session, or returns a gate's challenge. Computes one hash even if there's no such
 * user. Otherwise, the response time would reveal it.
 *
 * @returns `null` if the user doesn't exist or the password is wrong
 * @throws {AuthError} if a gate rejects the sign-in; `TOO_MANY_REQUESTS` if there were too many attempts for this
 *   identifier
 */
export async function signInWithPassword(
  context: RequestContext,
  attempt: PasswordSignIn,
): Promise<CreatedSession | null> {
  // Find the user first, because remembered browsers depend on the password.
  const found = await attempt.find();
  await throttleSignIn(context, attempt.name, found?.credential?.password ?? "");
  const created = await signInWithRetry(context, attempt, found);
  if (!created) recordFailedAttempt(context, { action: "session.create.failed", userId: found?.user.id ?? null });
  return created;
}

async function signInWithRetry(
  context: RequestContext,
  attempt: PasswordSignIn,
  found: UserWithCredential | null,
): Promise<CreatedSession | null> {
  try {
    return await signInOnce(context, attempt, found);
  } catch (error) {
    if (!(error instanceof StaleUserError)) throw error;
    // The user changed while the password was checked. Start over once.
    return signInOnce(context, attempt, await attempt.find());
  }
}

async function signInOnce(
  context: RequestContext,
  { name, password, rememberMe, method = "password" }: PasswordSignIn,
  found: UserWithCredential | null,
): Promise<CreatedSession | null> {
  const decoys = await findDecoys(context, name);
  const compared = found && isOlderThanDecoys(found, decoys) ? null : found;
  const { matched, decoy } = await checkPassword(context, compared, password, decoys);
  if (decoy) await rejectDecoy(context, decoy, rememberMe);
  if (!matched) return null;
  const { user, credential } = matched;
  const created = await createSession(context, {
    user,
    method,
    provenFactors: ["password"],
    rememberMe,
    verifiedEmail: credential.verifiedEmail,
    accountId: credential.id,
  });
  rememberForThrottle(context, name, credential.password ?? "");
  return created;
}

/** The user that the password belongs to, or the decoy that it matches. */
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
  // Hash even if no user was found. Otherwise, the response time reveals which emails have an account.
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
