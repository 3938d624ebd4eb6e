/** The only way a session comes to be. Every way of signing in ends here, and every gate stands here. */

import { recordAudit } from "../audit/store.ts";
import { randomId, randomToken } from "../crypto/random.ts";
import type { Adapter, Transaction } from "../database/adapter.ts";
import { insertInto } from "../database/errors.ts";
import { callerOf } from "../plugin/caller.ts";
import type { RequestContext } from "../plugin/context.ts";
import { type Challenge, type SignInAttempt, StaleUserError } from "../plugin/gate.ts";
import type { CoreModels } from "../plugin/types.ts";
import { updateUser } from "../users/store.ts";
import { type UserRow, userTable } from "../users/table.ts";
import { clearSessionToken, setSessionCookies } from "./cookies.ts";
import { forgetSession } from "./memo.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "./table.ts";
import { hasCookie, hashToken, presentedToken } from "./token.ts";

/** Somebody as they were when a proof was checked. */
export type KnownUser = Pick<UserRow, "id" | "epoch">;

/** Whom to sign in, and on what grounds. */
export interface NewSession {
  /** The row that the proof was checked against; who and in which epoch is enough where the user is not new. */
  readonly user: UserRow | KnownUser;
  /** How they came: `password`, `github`, … Recorded, and shown to gates. */
  readonly method: string;
  /** Factors proven just now: `["password"]`. */
  readonly proven: readonly string[];
  /** Factors proven before, and when, in milliseconds since 1970: at the first step of a sign-in with two. */
  readonly provenEarlier?: Readonly<Record<string, number>>;
  /** Default: true. */
  readonly rememberMe?: boolean;
  /**
   * The email address whose mailbox the person has shown to own, now or when they set up what they sign in with: the
   * account's own mark, or the address of the mailed link. Default: `null`.
   */
  readonly verifiedEmail?: string | null;
  /** Id of the account that they sign in with, if it is one. Default: `null`. */
  readonly accountId?: string | null;
  /** Values for columns that plugins or the app added. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Instead of the configured lifetime, in seconds. */
  readonly expiresIn?: number;
  /** Who is to act as the user, where it is not the user; the browser's own session is then left as it is. */
  readonly actorId?: string;
  /** The user was made in this very transaction: nobody else can have changed them. */
  readonly isNewUser?: boolean;
}

/** A session with its bearer secret, or what must be answered before there is one. */
export type CreatedSession =
  | { readonly kind: "session"; readonly token: string; readonly active: ActiveSession }
  /** What the answer holds is up to the app's plugins, so a call can return it as its own output. */
  | { readonly kind: "challenge"; readonly answer: CoreModels["challenge"] };

/**
 * Runs all gates, then stores a session with a new token, ends the one that the browser had, and sets the cookies. All
 * of it under a lock on the user, so that no ban, revocation or change of password slips in between.
 *
 * @param db the transaction that also makes the user, where there is one
 * @throws {AuthError} what a gate refuses with
 * @throws {StaleUserError} the user changed since `wanted.user` was read, or is gone; answered as 503 unless caught
 */
export async function createSession(
  context: RequestContext,
  wanted: NewSession,
  db: Adapter = context.db,
): Promise<CreatedSession> {
  const token = randomToken(context.random);
  const outcome = await db.transaction((tx) => signIn(tx, context, wanted, token));
  if ("answer" in outcome) {
    if (hasCookie(context, "session_token")) clearSessionToken(context);
    return { kind: "challenge", answer: outcome.answer as CoreModels["challenge"] };
  }
  const active: ActiveSession = { session: outcome.session, user: outcome.user, joined: {} };
  forgetSession(context);
  setSessionCookies(context, active, token);
  return { kind: "session", token, active };
}

async function signIn(
  tx: Transaction,
  context: RequestContext,
  wanted: NewSession,
  token: string,
): Promise<Challenge | { readonly session: SessionRow; readonly user: UserRow }> {
  const locked = wanted.isNewUser ? (wanted.user as UserRow) : await tx.lock(userTable, wanted.user.id);
  if (!locked || locked.epoch !== wanted.user.epoch) throw new StaleUserError("The user changed while signing in.");
  const attempt = attemptOf(tx, context, wanted, locked);
  const challenge = await askGates(attempt, context);
  // Ended by a sign-in, also by one that is only half way: its cookie is on its way out.
  const earlier = attempt.actorId === null ? presentedToken(context) : null;
  if (earlier) await tx.remove(sessionTable, { where: { token: hashToken(earlier.token) } });
  if (challenge) return challenge;
  const fields: Record<string, unknown> = { ...defaults(context) };
  for (const fill of context.extensions.sessionFields) Object.assign(fields, await fill(attempt, context));
  const session = newRow(context, attempt, fields, token);
  await insertInto(sessionTable.name, tx.insert(sessionTable, session));
  const { user } = attempt;
  await recordAudit(tx, context, {
    action: "session.create",
    actorId: attempt.actorId ?? user.id,
    userId: user.id,
    data: { method: wanted.method, sessionId: session.id },
  });
  return { session, user };
}

async function askGates(attempt: SignInAttempt, context: RequestContext): Promise<Challenge | undefined> {
  for (const gate of context.extensions.gates) {
    if (attempt.actorId !== null && !gate.whenActingAs) continue;
    const challenge = await gate.check(attempt, context);
    if (challenge) return challenge;
  }
  return undefined;
}

interface Attempt extends SignInAttempt {
  user: UserRow;
}

function attemptOf(tx: Transaction, context: RequestContext, wanted: NewSession, user: UserRow): Attempt {
  const now = context.now().getTime();
  const attempt: Attempt = {
    user,
    async changeUser(set) {
      const changed = await updateUser(tx, context, attempt.user, set);
      if (!changed) throw new StaleUserError("The user went away while signing in.");
      attempt.user = changed;
    },
    method: wanted.method,
    rememberMe: wanted.rememberMe ?? true,
    fields: wanted.fields ?? {},
    expiresIn: wanted.expiresIn ?? null,
    proofs: { ...wanted.provenEarlier, ...Object.fromEntries(wanted.proven.map((factor) => [factor, now])) },
    actorId: wanted.actorId ?? null,
    ...provenanceOf(wanted),
    db: tx,
  };
  return attempt;
}

/** An admin who acts as the user has shown nothing about the user's mailbox. */
function provenanceOf({ actorId, verifiedEmail = null, accountId = null }: NewSession) {
  return actorId === undefined ? { verifiedEmail, accountId } : { verifiedEmail: null, accountId: null };
}

function newRow(context: RequestContext, attempt: SignInAttempt, fields: object, token: string): SessionRow {
  const now = context.now();
  const { expiresIn, shortExpiresIn } = context.settings.session;
  const seconds = attempt.expiresIn ?? (attempt.rememberMe ? expiresIn : shortExpiresIn);
  return {
    ...fields,
    ...attempt.fields,
    id: randomId(context.random),
    userId: attempt.user.id,
    token: hashToken(token),
    expiresAt: new Date(now.getTime() + seconds * 1000),
    ...callerOf(context),
    createdAt: now,
    updatedAt: now,
    revision: 0,
    proofs: attempt.proofs,
    remembered: attempt.rememberMe,
    verifiedEmail: attempt.verifiedEmail,
    signInAccountId: attempt.accountId,
  };
}

/** Additional fields have their value from the start, so that the answer and the cache are whole. */
function defaults(context: RequestContext): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(context.settings.fields.session)) {
    if (!field.additional) continue;
    const value = field.defaultValue;
    values[name] = (typeof value === "function" ? value() : value) ?? field.default ?? null;
  }
  return values;
}
