/**
 * Checks the codes that people type. Six digits are easy to guess, so every attempt is counted before the code is
 * compared.
 */

import { sha256Base64Url } from "../../crypto/digest.ts";
import { randomId } from "../../crypto/random.ts";
import type { Adapter } from "../../database/adapter.ts";
import { fail } from "../../http/errors.ts";
import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import { knownBrowserId } from "../../sessions/browser-id.ts";
import { tokenTable } from "../../tables/token.ts";
import { insertRow, matchesCode, type OneTimeCodeKind, type OneTimeCodeSlot, slotIdentifier } from "./slot.ts";

/** Maximum wrong codes of one kind per address and day, from all callers together. */
export const dailyAttemptLimit = 50;

/** The kind of the rows that count wrong codes. */
const codeFailures = "code-failures";

/** Errors for codes that don't work. */
export const oneTimeCodeErrors = {
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  OTP_EXPIRED: { status: 400, message: "OTP expired" },
  TOO_MANY_ATTEMPTS: { status: 403, message: "Too many attempts" },
} as const;

/** Why a code doesn't work. `missing`: no code was sent, or it was used. */
export type OneTimeCodeRejection = "missing" | "expired" | "exhausted" | "wrong";

/** @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, or `TOO_MANY_ATTEMPTS` */
export function failOneTimeCode(rejection: OneTimeCodeRejection): never {
  if (rejection === "expired") fail(oneTimeCodeErrors, "OTP_EXPIRED");
  if (rejection === "exhausted") fail(oneTimeCodeErrors, "TOO_MANY_ATTEMPTS");
  fail(oneTimeCodeErrors, "INVALID_OTP");
}

/** A code that was correct. It still has to be consumed. */
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
 * `maxAttempts` are compared. A correct code costs an attempt, too. Three queries, or four if a concurrent caller has
 * just counted the address's first code of the day. Don't call it in a transaction, because a rollback would give the
 * attempt back.
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
  const row = rows.find((candidate) => candidate.identifier === identifier);
  const failureRow = rows.find((candidate) => candidate.identifier === failures);
  if (!row) return "missing";
  if (row.expiresAt <= now) return "expired";
  if ((failureRow?.attempts ?? 0) >= dailyAttemptLimit) return "exhausted";
  const unexpired = { identifier, expiresAt: { gt: now } };
  const counted = { where: unexpired, column: "attempts", atMost: kind.maxAttempts } as const;
  if ((await context.db.increment(tokenTable, counted)) === null) return "exhausted";
  const wrongCodes = await countFailure(context, failures, failureRow !== undefined);
  if (wrongCodes === null) return "exhausted";
  if (matchesCode(context, kind, slot, code, row)) {
    return { identifier, createdAt: row.createdAt, userId: row.userId, failures };
  }
  if (wrongCodes === dailyAttemptLimit) await kind.onClosed?.(context, slot);
  return "wrong";
}

/**
 * Consumes a code. Call it in the transaction of the change that the code allows. Of several callers with the correct
 * code, one gets `true`. Two queries.
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

/** Keeps a correct code from counting as a wrong one. For callers that don't consume it. One query. */
export async function releaseOneTimeCode(db: Adapter, { failures }: CheckedOneTimeCode): Promise<void> {
  await db.increment(tokenTable, { where: { identifier: failures, attempts: { gt: 0 } }, column: "attempts", by: -1 });
}

/** Returns the digits of a typed code without spaces. `null` if it isn't a code of this length. */
export function normalizeCode(typed: string, digits: number): string | null {
  const withoutSpaces = typed.replace(/\s/g, "");
  return withoutSpaces.length === digits && /^[0-9]+$/.test(withoutSpaces) ? withoutSpaces : null;
}

/** Counts an attempt toward the address's daily limit. `null` if there are too many. */
async function countFailure(context: AuthContext, identifier: string, exists: boolean): Promise<number | null> {
  const now = context.now();
  const increment = () =>
    context.db.increment(tokenTable, { where: { identifier }, column: "attempts", atMost: dailyAttemptLimit });
  if (exists) return increment();
  const inserted = await insertRow(context.db, {
    id: randomId(context.random),
    kind: codeFailures,
    identifier,
    subject: "",
    userId: null,
    value: {},
    attempts: 1,
    expiresAt: new Date(startOfDay(now) + dayMs),
    createdAt: now,
    updatedAt: now,
  });
  return inserted ? 1 : increment();
}

const dayMs = 86_400_000;

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / dayMs) * dayMs;
}

/**
 * Identifies the counter of an address's wrong codes. A browser where someone has signed in with the address has its
 * own counter, so that strangers can't lock the owner out.
 */
function failuresIdentifier(context: RequestContext, kind: OneTimeCodeKind, { address }: OneTimeCodeSlot): string {
  const browser = knownBrowserId(context, address) ?? "";
  return sha256Base64Url(JSON.stringify([codeFailures, kind.name, address, browser, startOfDay(context.now())]));
}
