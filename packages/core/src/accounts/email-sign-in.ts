/** Signs in a user who has just verified an email with a link or a code that was sent to it. */

import { recordAudit } from "../audit/store.ts";
import type { Transaction } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { RequestContext } from "../kernel/context.ts";
import { StaleUserError } from "../kernel/sign-in-attempt.ts";
import { rememberBrowser } from "../sessions/browser-id.ts";
import { changeSession, proofChange, syncSessionCookies } from "../sessions/change.ts";
import { readSessionToken } from "../sessions/cookies.ts";
import { type CreatedSession, createSession } from "../sessions/create.ts";
import { impersonatorOf } from "../sessions/guards.ts";
import { readSession } from "../sessions/read.ts";
import type { ActiveSession } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { createOrUpgradeUser } from "../users/create-or-upgrade.ts";
import { verifyMailbox } from "../users/mailbox.ts";
import { reclaimAccount } from "../users/reclaim.ts";
import { EmailReserved, findUserForRecovery, type NewUser, newUserRow, releaseEmail } from "../users/store.ts";
import { notifyEmailVerified } from "../users/verification.ts";

/** A sign-in with a verified email. */
export interface EmailSignIn {
  /** The email that the secret was sent to, as returned by `normalizeEmail`. */
  readonly email: string;
  /** The sign-in method: `magic-link`, `email-otp`, … */
  readonly method: string;
  /** Default: true. */
  readonly rememberMe?: boolean;
  /** Consumes the secret, in the transaction of the sign-in. Returns `false` if a concurrent request consumed it. */
  consume(tx: Transaction): Promise<boolean>;
  /**
   * Returns the values of a user who doesn't exist yet. Called before the transaction, so an error leaves the secret
   * unused. `null` if users can't sign up this way.
   */
  readonly newUser: (() => Promise<Omit<NewUser, "email" | "emailVerified">>) | null;
}

/**
 * The outcome of a sign-in with a verified email. `used`: the secret was already used. `no-user`: no one has the email,
 * and users can't sign up. `taken`: the email is reserved for a user who can still undo an email change.
 */
export type EmailSignInResult =
  | {
      readonly outcome: "signed-in";
      readonly created: CreatedSession;
      readonly isNewUser: boolean;
    }
  | { readonly outcome: "used" | "no-user" | "taken" };

/** Maximum attempts, including the first, if the user changes or is created concurrently. */
const maxAttempts = 3;

/**
 * Signs in the user who verified the email. Removes everything that another person could have added to the account
 * (`reclaimAccount`), and creates a user if no one has the email. If the same user is already signed in, verifies the
 * email in that session instead of creating another one.
 *
 * @throws {AuthError} if a gate rejects the sign-in, or `newUser` throws
 */
export async function signInWithVerifiedEmail(context: RequestContext, input: EmailSignIn): Promise<EmailSignInResult> {
  const active = await readSession(context);
  for (let attempt = 1; ; attempt++) {
    try {
      return await signInOnce(context, input, active);
    } catch (error) {
      if (error instanceof EmailReserved) return { outcome: "taken" };
      const isRace =
        error instanceof StaleUserError || (error instanceof UniqueViolation && error.columns.join() === "email");
      if (!isRace || attempt === maxAttempts) throw error;
    }
  }
}

async function signInOnce(
  context: RequestContext,
  input: EmailSignIn,
  active: ActiveSession | null,
): Promise<EmailSignInResult> {
  const { email } = input;
  const found = await findUserForRecovery(context.db, email);
  if (found && isUnverifiedChangeTo(found, email)) {
    if (!input.newUser) return { outcome: "no-user" };
    return releaseThenSignUp(context, input, found);
  }
  if (!found) return input.newUser ? signUp(context, input) : { outcome: "no-user" };
  const result = await context.db.transaction((tx) => signInUser(tx, context, input, found, active));
  if (result === null) return { outcome: "used" };
  if (result.kind === "created") return { outcome: "signed-in", created: result.created, isNewUser: false };
  syncSessionCookies(context, result.active);
  rememberBrowser(context, email);
  const token = readSessionToken(context)?.token ?? "";
  return { outcome: "signed-in", created: { kind: "session", token, active: result.active }, isNewUser: false };
}

/** Whether the user changed to this email without verifying it, after verifying a different one. */
function isUnverifiedChangeTo({ email, emailVerified, provenEmail }: UserRow, to: string): boolean {
  return email === to && !emailVerified && provenEmail !== null && provenEmail !== to;
}

async function releaseThenSignUp(
  context: RequestContext,
  input: EmailSignIn,
  holder: UserRow,
): Promise<EmailSignInResult> {
  const isFree = await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, holder.id);
    if (!user || !isUnverifiedChangeTo(user, input.email)) return true;
    return releaseEmail(tx, context, user);
  });
  return isFree ? signUp(context, input) : { outcome: "taken" };
}

async function signUp(context: RequestContext, input: EmailSignIn): Promise<EmailSignInResult> {
  const values = await input.newUser?.();
  if (!values) return { outcome: "no-user" };
  const user = newUserRow(context, { ...values, email: input.email, emailVerified: true });
  const created = await context.db.transaction(async (tx) => {
    if (!(await input.consume(tx))) return null;
    const { method } = input;
    const row = await createOrUpgradeUser(tx, context, { user, account: null, method, isSignedIn: true });
    return createSession(context, { ...newSession(input, row), isNewUser: true }, tx);
  });
  return created ? { outcome: "signed-in", created, isNewUser: true } : { outcome: "used" };
}

type SignInUserResult =
  | { readonly kind: "created"; readonly created: CreatedSession }
  | { readonly kind: "verified"; readonly active: ActiveSession };

/** @returns `null` if the secret was already used */
async function signInUser(
  tx: Transaction,
  context: RequestContext,
  input: EmailSignIn,
  found: UserRow,
  active: ActiveSession | null,
): Promise<SignInUserResult | null> {
  const { email } = input;
  if (!(await input.consume(tx))) return null;
  const user = await tx.lock(userTable, found.id);
  if (!user || ![user.email, user.provenEmail].includes(email) || isUnverifiedChangeTo(user, email)) {
    throw new StaleUserError("The user changed while signing in.");
  }
  if (active && isOwnSession(context, active, user, email)) {
    return { kind: "verified", active: await verifyInSession(tx, context, { session: active.session, user }, email) };
  }
  const isFirstVerification = user.email === email && !user.emailVerified;
  const set = isFirstVerification ? { emailVerified: true, provenEmail: null } : {};
  const reclaimed = await reclaimAccount(tx, context, user, email, {
    reason: "sign-in",
    set,
    alwaysRevoke: isFirstVerification,
    endSessions: isFirstVerification,
  });
  if (isFirstVerification) {
    const event = { action: "user.email.verify", actorId: user.id, userId: user.id, data: { email } } as const;
    await recordAudit(tx, context, event);
    await notifyEmailVerified(tx, context, user.id);
  }
  return { kind: "created", created: await createSession(context, newSession(input, reclaimed), tx) };
}

/**
 * Whether the session belongs to the mailbox's owner. Until the user's email is verified, the session must have
 * verified an email before, because anyone can sign up with this email.
 */
function isOwnSession(
  context: RequestContext,
  { session, user: { id } }: ActiveSession,
  user: UserRow,
  email: string,
): boolean {
  if (id !== user.id || impersonatorOf(context, session) !== null) return false;
  return session.verifiedEmail !== null || user.emailVerified || user.provenEmail === email;
}

async function verifyInSession(
  tx: Transaction,
  context: RequestContext,
  active: ActiveSession,
  email: string,
): Promise<ActiveSession> {
  const updated = await changeSession(tx, active, (session) => proofChange(context, session, ["email"]));
  // Control of the previous mailbox doesn't verify the current email, so a pending change stays pending.
  if (active.user.email !== email) return updated;
  return { ...updated, user: await verifyMailbox(tx, context, active.user, email, updated) };
}

function newSession({ method, email, rememberMe = true }: EmailSignIn, user: UserRow) {
  return { user, method, provenFactors: ["email"], rememberMe, verifiedEmail: email };
}
