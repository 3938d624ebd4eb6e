/** Known devices: browsers where a user has signed in. Each of a user's browsers has one row. */

import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  browserDigest,
  callerOf,
  createMessage,
  defineTokenKind,
  enqueueMessage,
  getOrCreateBrowserId,
  isGuest,
  isMailable,
  issueTokenWithSecret,
  type RequestContext,
  readBrowserId,
  recordAudit,
  type SessionCreation,
  type TokenKind,
  type TokenRow,
  tokenTable,
  type UserRow,
} from "@latchkey/core/plugin";
import { labelOf } from "./label.ts";
import { type NewSignInPayload, newSignInMailKind } from "./mail.ts";

/** A row's data about the last sign-in in the browser. */
export interface DeviceData {
  readonly label: string;
  readonly ipAddress: string | null;
  /** The session that it created. Missing in rows from earlier versions. */
  readonly sessionId?: string;
}

/**
 * The secret is a digest of the browser's id and the user, so the rows of people who share a browser can't be linked.
 * The user owns the row, so a password change or a recovery removes it.
 */
export const knownDeviceToken: TokenKind<DeviceData> = defineTokenKind<DeviceData>({
  name: "known-device",
  expiresIn: 34_560_000,
  form: "given",
});

/** Maximum known devices per user. The oldest ones are removed first. */
const maxDevices = 20;

/** How long after the sign-up the first sign-in counts as expected, in milliseconds. */
const newAccountAge = 3_600_000;

/** Sign-in methods that continue a session of the same user. */
const handOvers: readonly string[] = ["one-time-token"];

/**
 * Remembers the browser of a sign-in, and emails the user if it's new. Sends one query for a known browser, and two
 * more for a new one, plus those for old devices, the audit entry, and the email. Locks the user's row, so that
 * concurrent sign-ins in one browser send only one email.
 */
export async function noticeSignIn(
  tx: Transaction,
  { attempt, session }: SessionCreation,
  context: RequestContext,
  sendsMail: boolean,
): Promise<void> {
  const { user, actorId, method } = attempt;
  if (actorId !== null || handOvers.includes(method) || isGuest(context, user as unknown as UserRow)) return;
  const { userId } = session;
  const { ipAddress, userAgent } = callerOf(context);
  const seen = { label: labelOf(userAgent), ipAddress };
  const browserId = getOrCreateBrowserId(context) ?? readBrowserId(context);
  const row = deviceRow(context, userId, browserId, { ...seen, sessionId: session.id });
  if (row && (await touch(tx, context, row))) return;
  const known = await tx.findMany(tokenTable, {
    where: { userId, kind: knownDeviceToken.name },
    orderBy: [{ column: "updatedAt", direction: "desc" }],
    limit: 100,
  });
  if (row) await remember(tx, context, row, known);
  const createdAt = (user as unknown as UserRow).createdAt.getTime();
  const isFirst = known.length === 0 && context.now().getTime() - createdAt < newAccountAge;
  if (isFirst) return;
  await recordAudit(tx, context, { action: "device.create", actorId: userId, userId, data: { label: seen.label } });
  if (!sendsMail || !isMailable(user.email)) return;
  const payload: NewSignInPayload = { userId, at: context.now().getTime(), origin: context.origin, ...seen };
  await enqueueMessage(tx, context, createMessage(context, newSignInMailKind, payload));
}

function deviceRow(context: RequestContext, userId: string, browserId: string | null, data: DeviceData) {
  if (browserId === null) return null;
  const secret = browserDigest("known-device", browserId, userId);
  return issueTokenWithSecret(context, knownDeviceToken, secret, { subject: userId, userId, data }).row;
}

/** Updates a known device. @returns `false` if there's none */
async function touch(tx: Adapter, context: RequestContext, row: TokenRow): Promise<boolean> {
  const { identifier, value, expiresAt, updatedAt } = row;
  const where = { identifier, expiresAt: { gt: context.now() } };
  return (await tx.update(tokenTable, { where, set: { value, expiresAt, updatedAt } })) > 0;
}

/** Stores a new or forgotten device. Removes the oldest devices above the maximum. */
async function remember(
  tx: Adapter,
  context: RequestContext,
  row: TokenRow,
  known: readonly TokenRow[],
): Promise<void> {
  const now = context.now();
  const live = known.filter(({ expiresAt }) => expiresAt > now);
  const surplus = live.slice(maxDevices - 1).map(({ id }) => id);
  if (surplus.length > 0) await tx.remove(tokenTable, { where: { id: { in: surplus } } });
  const { identifier, value, expiresAt, createdAt, updatedAt } = row;
  if (known.some((one) => one.identifier === identifier)) {
    await tx.update(tokenTable, { where: { identifier }, set: { value, expiresAt, createdAt, updatedAt } });
  } else await tx.insert(tokenTable, row);
}

/** Whether the user has signed in with this browser before. Sends at most one query. */
export async function isKnownDevice(tx: Adapter, context: RequestContext, userId: string): Promise<boolean> {
  const identifier = ownIdentifier(context, userId);
  if (identifier === null) return false;
  return (await tx.count(tokenTable, { where: { identifier, expiresAt: { gt: context.now() } } })) > 0;
}

/** Returns the row's unique value for this browser, or `null` if the browser has no id. */
export function ownIdentifier(context: RequestContext, userId: string): string | null {
  return deviceRow(context, userId, readBrowserId(context), { label: "", ipAddress: null })?.identifier ?? null;
}
