/**
 * Issues the codes that are sent to an address and typed in, and reads them while they're being sent. A code belongs to
 * a slot, and each slot has at most one: a second request gets the same code.
 */

import { sha256Base64Url } from "../../crypto/digest.ts";
import { DIGITS, randomId, randomString } from "../../crypto/random.ts";
import type { AuthContext } from "../../kernel/context.ts";
import { type TokenRow, tokenTable } from "../../tables/token.ts";
import {
  type CodeValue,
  decryptCode,
  digestCode,
  encryptCode,
  insertRow,
  type OneTimeCodeKind,
  type OneTimeCodeSlot,
  slotIdentifier,
} from "./slot.ts";

/** A code to send. */
export interface IssuedOneTimeCode {
  /** The handle, for `peekOneTimeCode`. */
  readonly id: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/** A code that would expire sooner than this isn't sent again, in seconds. */
const minRemaining = 60;

/** Maximum attempts to issue a code while concurrent requests change the slot. */
const maxAttempts = 10;

/**
 * Issues a code for a slot. If the slot has a code with attempts left, returns that code and keeps its remaining
 * attempts, so that an earlier email still works. Two queries. Don't call it in a transaction.
 */
export async function issueOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
): Promise<IssuedOneTimeCode> {
  const identifier = slotIdentifier(kind, slot);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const row = await context.db.findOne(tokenTable, { where: { identifier } });
    const issued =
      (row && (await extendCode(context, kind, row))) ?? (await replaceCode(context, kind, slot, identifier, row));
    if (issued) return issued;
  }
  throw new Error("Couldn't issue a code, because too many were requested at the same time. Try again.");
}

/** Extends a code that can still be used. `null` if it can't, or if it has changed. */
async function extendCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  row: TokenRow,
): Promise<IssuedOneTimeCode | null> {
  const now = context.now().getTime();
  const end = Math.min(now + kind.expiresIn * 1000, row.createdAt.getTime() + 2 * kind.expiresIn * 1000);
  const expiresSoon = end - now < Math.min(minRemaining, kind.expiresIn) * 1000;
  if (row.expiresAt.getTime() <= now || row.attempts >= kind.maxAttempts || expiresSoon) return null;
  const code = await decryptCode(context, row);
  if (code === null) return null;
  const expiresAt = new Date(end);
  const where = { identifier: row.identifier, createdAt: row.createdAt, expiresAt: { gt: context.now() } };
  const changed = await context.db.update(tokenTable, { where, set: { expiresAt, updatedAt: context.now() } });
  return changed === 0 ? null : { id: row.id, code, expiresAt };
}

/**
 * Stores a new code in a slot. `null` if a concurrent request was faster. @param row the slot's unusable code, if any
 */
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
    digest: digestCode(context, kind, slot, code),
    sealed: await encryptCode(context, code, identifier),
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
 * Records which user a code is about to be sent to, if it isn't sent to its own address. From then on, only that user
 * can use the code. Call it before each delivery. One query.
 * @returns `false` if the code was sent for another user, who already knows it
 */
export async function assignOneTimeCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  id: string,
  userId: string,
): Promise<boolean> {
  const handle = { id, kind: kind.name };
  const where = [
    { ...handle, userId: null },
    { ...handle, userId },
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
