/**
 * Codes that are sent to an address and typed in. Six digits are few, so every attempt is counted before it's compared.
 * A code belongs to a slot, and each slot has at most one: a second request gets the same code.
 */

import { sha256Base64Url } from "../crypto/digest.ts";
import { DIGITS, randomId, randomString } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import { fail } from "../http/errors.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { getOrCreateBrowserId, isBrowserRequest, knownBrowserId, readBrowserId } from "../sessions/browser-id.ts";
import { readSession } from "../sessions/read.ts";
import { type TokenRow, tokenTable } from "../tables/token.ts";

/** A kind of code. */
export interface OneTimeCodeKind {
  /** Unique name, such as `email-code`. A code of one kind can't be used as another kind. */
  readonly name: string;
  readonly digits: number;
  /** Lifetime in seconds. A code that's requested again lives up to twice as long. */
  readonly expiresIn: number;
  /** Maximum attempts at one code, right ones included. */
  readonly maxAttempts: number;
  /** Called once when an address has had too many wrong codes in a day. */
  readonly onClosed?: (context: RequestContext, slot: OneTimeCodeSlot) => Promise<void>;
}

/**
 * Who can use a code: a session, a browser, or `""` for any program that keeps no cookies. A string, so that it can be
 * stored.
 */
export type CodeBinding = `session:${string}` | `browser:${string}` | "";

/** What a code is for, and who can use it. */
export interface OneTimeCodeSlot {
  /** What the code allows, such as `sign-in`. */
  readonly type: string;
  /** Where it's sent: an email or phone number, in the form used for comparison. */
  readonly address: string;
  /** Who asked for it. Only they can use it. */
  readonly binding: CodeBinding;
}

/** Maximum wrong codes of one kind per address and day, from everyone together. */
export const dailyAttemptLimit = 50;

/** Rows that count wrong codes. */
export const codeFailures: { readonly name: string } = { name: "code-failures" };

/** The errors of a code that doesn't work. */
export const oneTimeCodeErrors = {
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  OTP_EXPIRED: { status: 400, message: "OTP expired" },
  TOO_MANY_ATTEMPTS: { status: 403, message: "Too many attempts" },
} as const;

/**
 * Returns who asks for a code or uses one: the session, or else the browser. A program that keeps no cookies has an empty
 * binding, so its codes work for any such program, but for no browser.
 *
 * @param use `ask` gives a browser without an id one; `redeem` doesn't
 */
export async function getCodeBinding(context: RequestContext, use: "ask" | "redeem"): Promise<CodeBinding> {
  const active = await readSession(context, { cache: true, refresh: false });
  if (active) return `session:${active.session.id}`;
  if (!isBrowserRequest(context)) return "";
  return `browser:${use === "ask" ? getOrCreateBrowserId(context) : (readBrowserId(context) ?? "")}`;
}

/**
 * Returns whose codes this request can use: the session's, and those that its browser asked for before someone signed
 * in.
 */
export async function listCodeBindings(context: RequestContext): Promise<readonly CodeBinding[]> {
  const first = await getCodeBinding(context, "redeem");
  const browserId = isBrowserRequest(context) ? readBrowserId(context) : null;
  return first.startsWith("session:") && browserId !== null ? [first, `browser:${browserId}`] : [first];
}

/** A code to send. */
export interface IssuedOneTimeCode {
  /** The handle, for `peekOneTimeCode`. */
  readonly id: string;
  readonly code: string;
  readonly expiresAt: Date;
}

interface CodeValue {
  /** HMAC of the slot and the code. */
  readonly digest: string;
  /** The code, encrypted. */
  readonly sealed: string;
}

/** A code that would expire sooner than this isn't sent again, in seconds. */
const minRemaining = 60;

/** How often to look again after losing a race. */
const maxRounds = 10;

/**
 * Issues a code for a slot. If the slot has a code with attempts left, that's the one, with the attempts that are left, so
 * that an earlier email still works. Two queries. Don't call it in a transaction.
 */
export async function issueOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
): Promise<IssuedOneTimeCode> {
  const identifier = slotIdentifier(kind, slot);
  for (let round = 1; round <= maxRounds; round++) {
    const row = await context.db.findOne(tokenTable, { where: { identifier } });
    const issued =
      (row && (await extendCode(context, kind, row))) ?? (await replaceCode(context, kind, slot, identifier, row));
    if (issued) return issued;
  }
  throw new Error("A code could not be issued, because too many were requested at the same time.");
}

/** Extends a code that can still be used. `null` if it can't, or if it has changed. */
async function extendCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  row: TokenRow,
): Promise<IssuedOneTimeCode | null> {
  const now = context.now().getTime();
  const end = Math.min(now + kind.expiresIn * 1000, row.createdAt.getTime() + 2 * kind.expiresIn * 1000);
  const isDue = end - now < Math.min(minRemaining, kind.expiresIn) * 1000;
  if (row.expiresAt.getTime() <= now || row.attempts >= kind.maxAttempts || isDue) return null;
  const code = await decryptCode(context, row);
  if (code === null) return null;
  const expiresAt = new Date(end);
  const where = { identifier: row.identifier, createdAt: row.createdAt, expiresAt: { gt: context.now() } };
  const changed = await context.db.update(tokenTable, { where, set: { expiresAt, updatedAt: context.now() } });
  return changed === 0 ? null : { id: row.id, code, expiresAt };
}

/** Stores a new code in a slot. `null` if someone else was faster. @param row the slot's unusable code, if any */
async function replaceCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
  identifier: string,
  row: TokenRow | null,
): Promise<IssuedOneTimeCode | null> {
  const now = context.now();
  const code = randomString(context.random, kind.digits, DIGITS);
  const value: CodeValue = {
    digest: signer(context).signBase64Url(signedContent(kind, slot, code)),
    sealed: await encrypter(context).encrypt(code, identifier),
  };
  const expiresAt = new Date(now.getTime() + kind.expiresIn * 1000);
  const set = { value, userId: null, attempts: 0, expiresAt, createdAt: now, updatedAt: now };
  if (row) {
    const where = { identifier, createdAt: row.createdAt, expiresAt: row.expiresAt, attempts: row.attempts };
    const changed = await context.db.update(tokenTable, { where, set });
    return changed === 0 ? null : { id: row.id, code, expiresAt };
  }
  const id = randomId(context.random);
  const subject = sha256Base64Url(JSON.stringify([kind.name, slot.type, slot.address]));
  const inserted = await insertRow(context.db, { id, kind: kind.name, identifier, subject, ...set });
  return inserted ? { id, code, expiresAt } : null;
}

/** Returns a code that's about to be sent, by its handle. `null` if it was used up or has expired. One query. */
export async function peekOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  id: string,
): Promise<IssuedOneTimeCode | null> {
  return openCode(context, kind, { id });
}

/**
 * Records for whom a code is about to be sent, if it's sent elsewhere than to its address. From then on it's only for
 * that user, who has received it. Call it before each delivery. One query.
 * @returns `false` if the code was sent for another user, who already knows it
 */
export async function assignOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  id: string,
  userId: string,
): Promise<boolean> {
  const one = { id, kind: kind.name };
  const where = [
    { ...one, userId: null },
    { ...one, userId },
  ];
  return (await context.db.update(tokenTable, { where, set: { userId, updatedAt: context.now() } })) > 0;
}

/** Returns a slot's code, for the app's own server. `null` if there's none that can be used. One query. */
export async function findOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
): Promise<IssuedOneTimeCode | null> {
  return openCode(context, kind, { identifier: slotIdentifier(kind, slot) });
}

async function openCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  by: { readonly id: string } | { readonly identifier: string },
): Promise<IssuedOneTimeCode | null> {
  const where = { ...by, kind: kind.name, attempts: { lt: kind.maxAttempts }, expiresAt: { gt: context.now() } };
  const row = await context.db.findOne(tokenTable, { where });
  const code = row && (await decryptCode(context, row));
  return row && code !== null ? { id: row.id, code, expiresAt: row.expiresAt } : null;
}

/** Why a code doesn't work. `missing`: no code was sent, or it was used. */
export type OneTimeCodeRejection = "missing" | "expired" | "exhausted" | "wrong";

/** @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, or `TOO_MANY_ATTEMPTS` */
export function failOneTimeCode(rejection: OneTimeCodeRejection): never {
  if (rejection === "expired") fail(oneTimeCodeErrors, "OTP_EXPIRED");
  if (rejection === "exhausted") fail(oneTimeCodeErrors, "TOO_MANY_ATTEMPTS");
  fail(oneTimeCodeErrors, "INVALID_OTP");
}

/** A code that was right. It still has to be consumed. */
export interface CheckedOneTimeCode {
  readonly identifier: string;
  readonly createdAt: Date;
  /** The user that it was sent for, according to `assignOneTimeCode`. */
  readonly userId: string | null;
  /** The row that counts wrong codes. */
  readonly failures: string;
}

/**
 * Compares a typed code with the slot's. The attempt is counted first, so of any number of concurrent callers, at most
 * `maxAttempts` are compared. A right code costs an attempt, too. Three queries, one more for an address's first code of
 * the day. Don't call it in a transaction, because a rollback would give the attempt back.
 *
 * @param typed as the user typed it; text that isn't a code costs no attempt
 */
export async function checkOneTimeCode(
  context: RequestContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
  typed: string,
): Promise<CheckedOneTimeCode | OneTimeCodeRejection> {
  const code = normalizeCode(typed, kind.digits);
  if (code === null) return "wrong";
  const now = context.now();
  const identifier = slotIdentifier(kind, slot);
  const failures = failuresIdentifier(context, kind, slot);
  const where = { identifier: { in: [identifier, failures] } };
  const rows = await context.db.findMany(tokenTable, { where, limit: 2 });
  const row = rows.find((one) => one.identifier === identifier);
  const failureRow = rows.find((one) => one.identifier === failures);
  if (!row) return "missing";
  if (row.expiresAt <= now) return "expired";
  if ((failureRow?.attempts ?? 0) >= dailyAttemptLimit) return "exhausted";
  const live = { identifier, expiresAt: { gt: now } };
  const counted = { where: live, column: "attempts", atMost: kind.maxAttempts } as const;
  if ((await context.db.increment(tokenTable, counted)) === null) return "exhausted";
  const wrongCodes = await countFailure(context, failures, failureRow !== undefined);
  if (wrongCodes === null) return "exhausted";
  const { digest } = row.value as CodeValue;
  if (signer(context).verifyBase64Url(signedContent(kind, slot, code), digest)) {
    return { identifier, createdAt: row.createdAt, userId: row.userId, failures };
  }
  if (wrongCodes === dailyAttemptLimit) await kind.onClosed?.(context, slot);
  return "wrong";
}

/**
 * Consumes a code in the transaction of what it allows. Of several callers with the right code, one gets `true`. Two
 * queries.
 */
export async function consumeOneTimeCode(
  tx: Adapter,
  context: AuthContext,
  checked: CheckedOneTimeCode,
): Promise<boolean> {
  const { identifier, createdAt } = checked;
  const row = await tx.consume(tokenTable, { where: { identifier, createdAt, expiresAt: { gt: context.now() } } });
  if (!row) return false;
  await releaseOneTimeCode(tx, checked);
  return true;
}

/** Keeps a right code from counting as a wrong one. For callers that don't consume it. One query. */
export async function releaseOneTimeCode(db: Adapter, { failures }: CheckedOneTimeCode): Promise<void> {
  await db.increment(tokenTable, { where: { identifier: failures, attempts: { gt: 0 } }, column: "attempts", by: -1 });
}

/** Returns the digits of a typed code without spaces. `null` if it isn't a code of this length. */
export function normalizeCode(typed: string, digits: number): string | null {
  const bare = typed.replace(/\s/g, "");
  return bare.length === digits && /^[0-9]+$/.test(bare) ? bare : null;
}

/** Counts one attempt of an address's day. `null` if there are too many. */
async function countFailure(context: AuthContext, identifier: string, exists: boolean): Promise<number | null> {
  const now = context.now();
  const next = () =>
    context.db.increment(tokenTable, { where: { identifier }, column: "attempts", atMost: dailyAttemptLimit });
  if (exists) return next();
  const inserted = await insertRow(context.db, {
    id: randomId(context.random),
    kind: codeFailures.name,
    identifier,
    subject: "",
    userId: null,
    value: {},
    attempts: 1,
    expiresAt: new Date(dayOf(now) + dayMs),
    createdAt: now,
    updatedAt: now,
  });
  return inserted ? 1 : next();
}

/** Returns `false` if the row exists. */
async function insertRow(db: Adapter, row: TokenRow): Promise<boolean> {
  try {
    await db.insert(tokenTable, row);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

const dayMs = 86_400_000;

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs) * dayMs;
}

/**
 * Identifies the counter of an address's wrong codes. A browser in which someone has signed in with the address has its
 * own, so that strangers can't close the owner's codes.
 */
function failuresIdentifier(context: RequestContext, kind: OneTimeCodeKind, { address }: OneTimeCodeSlot): string {
  const browser = knownBrowserId(context, address) ?? "";
  return sha256Base64Url(JSON.stringify([codeFailures.name, kind.name, address, browser, dayOf(context.now())]));
}

function slotIdentifier(kind: OneTimeCodeKind, { type, address, binding }: OneTimeCodeSlot): string {
  return sha256Base64Url(JSON.stringify([kind.name, type, address, binding]));
}

/** Keyed, because the codes of a stolen database could otherwise be guessed offline. */
function signedContent(kind: OneTimeCodeKind, { type, address, binding }: OneTimeCodeSlot, code: string): string {
  return JSON.stringify([kind.name, type, address, binding, code]);
}

function signer({ keys }: AuthContext) {
  return keys.signing("code");
}

function encrypter({ keys }: AuthContext) {
  return keys.encryption("code");
}

function decryptCode(context: AuthContext, row: TokenRow): Promise<string | null> {
  return encrypter(context).decrypt((row.value as CodeValue).sealed, row.identifier);
}
