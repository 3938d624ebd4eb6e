/** The only way a session comes to be. Every way of signing in ends here, and every gate stands here. */

import { recordAudit } from "../audit/store.ts";
import { randomId, randomToken } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { callerOf } from "../plugin/caller.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { Challenge, SignInAttempt } from "../plugin/gate.ts";
import type { UserRow } from "../users/table.ts";
import { setSessionCookies } from "./cookies.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "./table.ts";
import { hashToken } from "./token.ts";

/** Whom to sign in, and on what grounds. */
export interface NewSession {
  readonly user: UserRow;
  /** How they came: `password`, `github`, … Recorded, and shown to gates. */
  readonly method: string;
  /** Factors proven just now: `["password"]`. */
  readonly proven: readonly string[];
  /** Default: true. */
  readonly rememberMe?: boolean;
  /** Values for columns that plugins or the app added. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Instead of the configured lifetime, in seconds. */
  readonly expiresIn?: number;
}

/** A session with its bearer secret, or what must be answered before there is one. */
export type CreatedSession =
  | { readonly kind: "session"; readonly token: string; readonly active: ActiveSession }
  | { readonly kind: "challenge"; readonly answer: Challenge["answer"] };

/**
 * Runs all gates, then stores a session with a new token and sets its cookies.
 *
 * @param db the transaction that also makes the user, where there is one
 * @throws {AuthError} what a gate refuses with
 */
export async function createSession(
  context: RequestContext,
  wanted: NewSession,
  db: Adapter = context.db,
): Promise<CreatedSession> {
  const now = context.now();
  const proofs = Object.fromEntries(wanted.proven.map((factor) => [factor, now.getTime()]));
  const attempt: SignInAttempt = {
    user: wanted.user,
    method: wanted.method,
    rememberMe: wanted.rememberMe ?? true,
    proofs,
    db,
  };
  for (const gate of context.extensions.gates) {
    const challenge = await gate.check(attempt, context);
    if (challenge) return { kind: "challenge", answer: challenge.answer };
  }
  const token = randomToken(context.random);
  const session = newRow(context, wanted, attempt, token);
  await db.transaction(async (tx) => {
    await tx.insert(sessionTable, session);
    await recordAudit(tx, context, {
      action: "session.create",
      actorId: wanted.user.id,
      userId: wanted.user.id,
      data: { method: wanted.method, sessionId: session.id },
    });
  });
  const active: ActiveSession = { session, user: wanted.user, joined: {} };
  setSessionCookies(context, active, token);
  return { kind: "session", token, active };
}

function newRow(context: RequestContext, wanted: NewSession, attempt: SignInAttempt, token: string): SessionRow {
  const now = context.now();
  const { expiresIn, shortExpiresIn } = context.settings.session;
  const seconds = wanted.expiresIn ?? (attempt.rememberMe ? expiresIn : shortExpiresIn);
  return {
    ...defaults(context),
    ...wanted.fields,
    id: randomId(context.random),
    userId: wanted.user.id,
    token: hashToken(token),
    expiresAt: new Date(now.getTime() + seconds * 1000),
    ...callerOf(context),
    createdAt: now,
    updatedAt: now,
    revision: 0,
    proofs: attempt.proofs,
    remembered: attempt.rememberMe,
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
