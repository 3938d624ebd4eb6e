/** Creates sessions. Every sign-in method ends here, and all gates run here. */

import { recordAudit } from "../audit/store.ts";
import { randomId, randomToken } from "../crypto/random.ts";
import type { Adapter, Transaction, WhereAll } from "../database/adapter.ts";
import { withInsertErrors } from "../database/errors.ts";
import { callerOf } from "../kernel/caller.ts";
import type { RequestContext } from "../kernel/context.ts";
import { type Challenge, type SignInAttempt, StaleUserError } from "../kernel/sign-in-attempt.ts";
import type { CoreModels } from "../plugin/types.ts";
import { type ActiveSession, earlierOf, latestProof, type SessionRow, sessionTable } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { updateUser } from "../users/store.ts";
import { rememberBrowser } from "./browser-id.ts";
import { sessionCookies } from "./cookie-names.ts";
import { clearSessionToken, hasCookie, hashToken, setSessionCookies } from "./cookies.ts";
import { hasToCheck, runGates } from "./gates.ts";
import { endPreviousSession } from "./previous.ts";

/** The state of a user when a proof was checked. */
export type UserSnapshot = Pick<UserRow, "id" | "epoch">;

/** The user to sign in, and what they've proven. */
export interface NewSession {
  /** The row that the proof was checked against. For existing users, the id and epoch are enough. */
  readonly user: UserRow | UserSnapshot;
  /** The sign-in method: `password`, `github`, … It's recorded and passed to gates. */
  readonly method: string;
  /** Factors that were just proven: `["password"]`. */
  readonly provenFactors: readonly string[];
  /**
   * Factors proven earlier, with the time in milliseconds since 1970, such as in the first step of a two-factor
   * sign-in.
   */
  readonly earlierProofs?: Readonly<Record<string, number>>;
  /** Default: true. */
  readonly rememberMe?: boolean;
  /**
   * The email that the user has verified, now or when they set up the sign-in method: the account's `verifiedEmail`, or
   * the email that the link was sent to. Default: `null`.
   */
  readonly verifiedEmail?: string | null;
  /** Id of the account that the user signs in with, if any. Default: `null`. */
  readonly accountId?: string | null;
  /** Values for columns that plugins or the app added. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Overrides the configured lifetime, in seconds. */
  readonly expiresIn?: number;
  /**
   * When the user signed in, if this session continues another one. `session.absoluteExpiresIn` counts from then.
   * Default: now.
   */
  readonly startedAt?: Date;
  /** The latest time that the session can end. It's never extended beyond that. Default: `null`, no fixed end. */
  readonly endsAt?: Date | null;
  /** Id of the admin, if this starts an impersonation. The browser's own session is then kept. */
  readonly actorId?: string;
  /** Whether the user was created in this same transaction, so no one else can have changed them. */
  readonly isNewUser?: boolean;
}

/** A session with its token, or the challenge to return instead. */
export type CreatedSession =
  | { readonly kind: "session"; readonly token: string; readonly active: ActiveSession }
  /** The type comes from the app's plugins, so a call can return the response as its own output. */
  | { readonly kind: "challenge"; readonly response: CoreModels["challenge"] };

/**
 * Runs all gates, stores a session with a new token, ends the browser's previous session, and sets the cookies. The
 * user's row is locked, so that no ban, revocation, or password change can happen in between.
 *
 * @param db the transaction that also creates the user, if there is one
 * @throws {AuthError} if a gate rejects the sign-in
 * @throws {StaleUserError} if the user changed since `input.user` was read, or was deleted. Becomes a 503 unless
 *   caught.
 */
export async function createSession(
  context: RequestContext,
  input: NewSession,
  db: Adapter = context.db,
): Promise<CreatedSession> {
  const token = randomToken(context.random);
  const outcome = await db.transaction((tx) => signIn(tx, context, input, token));
  if ("response" in outcome) {
    if (!outcome.keepsSession && hasCookie(context, sessionCookies.token)) clearSessionToken(context);
    return { kind: "challenge", response: outcome.response as CoreModels["challenge"] };
  }
  const active: ActiveSession = { session: outcome.session, user: outcome.user };
  if (context.loadedSession) context.loadedSession = { ...context.loadedSession, status: "replaced" };
  setSessionCookies(context, active, token);
  if (input.actorId === undefined) rememberBrowser(context, ...verifiedEmailsOf(active.user));
  return { kind: "session", token, active };
}

/**
 * Excludes unverified emails. Anyone can sign up with someone else's email, and would then get a separate limit for it
 * in each browser.
 */
function verifiedEmailsOf({ email, emailVerified, provenEmail }: UserRow): readonly string[] {
  if (emailVerified) return [email];
  return provenEmail === null ? [] : [provenEmail];
}

interface SignedIn {
  readonly session: SessionRow;
  readonly user: UserRow;
}

interface Challenged extends Challenge {
  /** Whether the browser keeps the session it has. */
  readonly keepsSession: boolean;
}

async function signIn(
  tx: Transaction,
  context: RequestContext,
  input: NewSession,
  token: string,
): Promise<Challenged | SignedIn> {
  const unchanged = await signInUnchanged(tx, context, input, token);
  if (unchanged) return unchanged;
  const locked = input.isNewUser ? (input.user as UserRow) : await tx.lock(userTable, input.user.id);
  if (!locked || locked.epoch !== input.user.epoch) throw new StaleUserError("The user changed while signing in.");
  const attempt = createAttempt(tx, context, input, locked);
  const challenge = await runGates(attempt, context);
  const previous = await endPreviousSession(tx, context, attempt, challenge !== undefined);
  if (challenge) return { ...challenge, keepsSession: previous.staysActive };
  const session = newSessionRow(context, attempt, defaultFields(context), token);
  await withInsertErrors(sessionTable.name, tx.insert(sessionTable, session));
  return recordSignIn(tx, context, attempt, session, previous.active);
}

/**
 * Signs in a user whom no gate has to check, if their row hasn't changed since it was read. The insert locks and
 * compares the row, which saves a separate locking query.
 *
 * @returns `null` if the user must be locked and read again
 */
async function signInUnchanged(
  tx: Transaction,
  context: RequestContext,
  input: NewSession,
  token: string,
): Promise<SignedIn | null> {
  const { user } = input;
  if (input.isNewUser || !isWholeRow(user)) return null;
  const attempt = createAttempt(tx, context, input, user);
  if (context.extensions.gates.some((gate) => hasToCheck(gate, attempt))) return null;
  const session = newSessionRow(context, attempt, defaultFields(context), token);
  const where = unchangedWhere(context, user);
  if (!where) return null;
  const inserting = tx.insertIf(sessionTable, session, { exists: { table: userTable, where } });
  if (!(await withInsertErrors(sessionTable.name, inserting))) return null;
  const previous = await endPreviousSession(tx, context, attempt, false);
  return recordSignIn(tx, context, attempt, session, previous.active);
}

function isWholeRow(user: UserRow | UserSnapshot): user is UserRow {
  return "updatedAt" in user;
}

/**
 * Matches the user's row if it hasn't changed. Every change by the library sets `updatedAt` or increments `epoch`. All
 * columns without an index are compared anyway, except JSON, because an app can ban a user with its own UPDATE.
 *
 * @returns `null` if the app stored a number that JavaScript can't represent
 */
function unchangedWhere({ db }: RequestContext, user: UserRow): WhereAll<UserRow> | null {
  const values: Readonly<Record<string, unknown>> = { ...user };
  const where: Record<string, unknown> = { id: user.id, updatedAt: user.updatedAt };
  for (const [name, { type, unique, index }] of Object.entries(db.schema.get(userTable.name)?.columns ?? {})) {
    const value = values[name] ?? null;
    if (typeof value === "number" && !Number.isSafeInteger(value)) return null;
    // If databases used an index other than the primary key, they would lock rows in a different order than all other
    // code.
    if (type !== "json" && !unique && !index) where[name] = value;
  }
  return where;
}

async function recordSignIn(
  tx: Transaction,
  context: RequestContext,
  attempt: Attempt,
  session: SessionRow,
  previousSession: ActiveSession | null,
): Promise<SignedIn> {
  const { actorId, method } = attempt;
  await recordAudit(tx, context, {
    action: "session.create",
    actorId: actorId ?? attempt.user.id,
    userId: attempt.user.id,
    data: { method, sessionId: session.id },
  });
  const created = { attempt, session, previousSession };
  for (const notify of context.extensions.onSessionCreated) await notify(tx, created, context);
  return { session, user: attempt.user };
}

interface Attempt extends SignInAttempt {
  user: UserRow;
}

function createAttempt(tx: Transaction, context: RequestContext, input: NewSession, user: UserRow): Attempt {
  const now = context.now().getTime();
  const attempt: Attempt = {
    user,
    async changeUser(set) {
      const changed = await updateUser(tx, context, attempt.user, set);
      if (!changed) throw new StaleUserError("The user was deleted while signing in.");
      attempt.user = changed;
    },
    method: input.method,
    rememberMe: input.rememberMe ?? true,
    fields: input.fields ?? {},
    expiresIn: input.expiresIn ?? null,
    startedAt: input.startedAt ?? null,
    endsAt: input.endsAt ?? null,
    provenFactors: input.provenFactors,
    proofs: { ...input.earlierProofs, ...Object.fromEntries(input.provenFactors.map((factor) => [factor, now])) },
    actorId: input.actorId ?? null,
    ...provenanceOf(input),
    db: tx,
  };
  return attempt;
}

/** An impersonating admin has proven nothing about the user's mailbox. */
function provenanceOf({ actorId, verifiedEmail = null, accountId = null }: NewSession) {
  return actorId === undefined ? { verifiedEmail, accountId } : { verifiedEmail: null, accountId: null };
}

function newSessionRow(context: RequestContext, attempt: SignInAttempt, fields: object, token: string): SessionRow {
  const now = context.now();
  const { expiresIn, shortExpiresIn } = context.settings.session;
  const seconds = attempt.expiresIn ?? (attempt.rememberMe ? expiresIn : shortExpiresIn);
  return {
    ...fields,
    ...attempt.fields,
    id: randomId(context.random),
    userId: attempt.user.id,
    token: hashToken(token),
    expiresAt: earlierOf(new Date(now.getTime() + seconds * 1000), attempt.endsAt),
    ...callerOf(context),
    createdAt: attempt.startedAt ?? now,
    updatedAt: lastProof(attempt) ?? now,
    revision: 0,
    proofs: attempt.proofs,
    remembered: attempt.rememberMe,
    verifiedEmail: attempt.verifiedEmail,
    signInAccountId: attempt.accountId,
    endsAt: attempt.endsAt,
  };
}

/**
 * Returns when the newest proof was made, if this call has proven nothing itself. A session is fresh by `updatedAt`, so
 * proofs that come from another session must not appear newer.
 */
function lastProof({ provenFactors, proofs }: SignInAttempt): Date | null {
  const latest = latestProof(proofs);
  return provenFactors.length === 0 && latest > 0 ? new Date(latest) : null;
}

/** Returns the additional session fields, so that the response and the cookie cache are complete. */
function defaultFields(context: RequestContext): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(context.settings.fields.session)) {
    if (!field.additional) continue;
    const value = field.defaultValue;
    values[name] = (typeof value === "function" ? value() : value) ?? field.default ?? null;
  }
  return values;
}
