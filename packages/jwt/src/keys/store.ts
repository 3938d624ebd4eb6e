/** Queries for the `jwks` table. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, type Transaction, UniqueViolation } from "@latchkey/core/database";
import { type AuthContext, recordSystemAudit } from "@latchkey/core/plugin";
import type { JwtAuditAction } from "../audit-actions.ts";
import type { JwtSettings } from "../options.ts";
import { type JwksRow, jwksTable } from "../tables.ts";
import { createKeyPair, isSigningAlgorithm } from "./algorithms.ts";
import { nextSlot } from "./state.ts";

/** How long an instance caches keys, in milliseconds. A revoked key can sign for at most that long. */
const cacheAge = 30_000;

/**
 * Maximum number of keys to read, newest first. Without maintenance, older ones stay in the table after their tokens
 * expire.
 */
const maxKeys = 500;

interface CachedKeys {
  readonly rows: readonly JwksRow[];
  readonly readAt: number;
}

const cacheKey: unique symbol = Symbol("jwks");

/**
 * Returns the newest keys, oldest first. One query, or none if they were read less than 30 seconds ago.
 * @param isFresh whether to skip the cache
 */
export async function loadKeys(context: AuthContext, isFresh = false): Promise<readonly JwksRow[]> {
  const cached = context.appCache.get(cacheKey) as CachedKeys | undefined;
  const now = context.now().getTime();
  if (!isFresh && cached && cached.rows.length > 0 && Math.abs(now - cached.readAt) < cacheAge) return cached.rows;
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = (await context.db.findMany(jwksTable, { orderBy, limit: maxKeys })).toReversed();
  context.appCache.set(cacheKey, { rows, readAt: now } satisfies CachedKeys);
  return rows;
}

/** Input for creating a key. */
export interface NewKey {
  /** All keys that were read. They determine the new key's slot, so that only one of two instances can create it. */
  readonly rows: readonly JwksRow[];
  readonly alg: string;
  /** When it starts signing. */
  readonly activeAt: Date;
  /** Keys that stay published during the grace period. */
  readonly retired: readonly JwksRow[];
  /** Keys to delete immediately, so that their tokens stop working. */
  readonly revoked?: readonly JwksRow[];
  readonly actorId?: string | null;
}

/**
 * Creates a key. Returns `false` and does nothing if another instance has already created it, so read the keys again
 * afterward.
 */
export async function createKey(context: AuthContext, settings: JwtSettings, input: NewKey): Promise<boolean> {
  const { rows, alg, activeAt, retired, revoked = [], actorId = null } = input;
  if (!isSigningAlgorithm(alg)) throw new Error(`"${alg}" isn't a signing algorithm.`);
  const row = await newRow(context, settings, alg, activeAt, nextSlot(rows, alg));
  const removeAt = new Date(activeAt.getTime() + settings.gracePeriod * 1000);
  const idsOf = (keys: readonly JwksRow[]) => keys.map(({ id }) => id);
  const insert = async (tx: Transaction): Promise<void> => {
    await tx.insert(jwksTable, row);
    await recordKey(tx, context, "signing-key.create", { kid: row.id, alg, activeAt }, actorId);
    if (retired.length > 0) {
      await tx.update(jwksTable, { where: { id: { in: idsOf(retired) }, removeAt: null }, set: { removeAt } });
    }
    if (revoked.length === 0) return;
    await tx.remove(jwksTable, { where: { id: { in: idsOf(revoked) } } });
    await recordKey(tx, context, "signing-key.revoke", { kids: idsOf(revoked), alg }, actorId);
  };
  try {
    await context.db.transaction(insert);
    return true;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    return false;
  }
}

async function newRow(
  context: AuthContext,
  settings: JwtSettings,
  alg: Parameters<typeof createKeyPair>[0],
  activeAt: Date,
  slot: string,
): Promise<JwksRow> {
  const { publicKey, privateKey } = await createKeyPair(alg, settings.algorithms.get(alg)?.modulusLength);
  const id = randomId(context.random);
  return {
    id,
    publicKey: JSON.stringify(publicKey),
    privateKey: await privateKeys(context).encrypt(JSON.stringify(privateKey), id),
    createdAt: context.now(),
    expiresAt: new Date(activeAt.getTime() + settings.rotationInterval * 1000),
    alg,
    crv: publicKey.crv ?? null,
    activeAt,
    removeAt: null,
    slot,
  };
}

/** Returns the encryption for private keys. Each key is bound to its row. */
export function privateKeys({ keys }: AuthContext): ReturnType<AuthContext["keys"]["encryption"]> {
  return keys.encryption("jwt-private-key");
}

/** Deletes keys that are no longer published. Returns how many. */
export function removeRetiredKeys(db: Adapter, now: Date): Promise<number> {
  return db.remove(jwksTable, { where: { removeAt: { lte: now } } });
}

/** Records a key in the audit log. Also works outside of requests, where keys can be created, too. */
function recordKey(
  tx: Transaction,
  context: AuthContext,
  action: JwtAuditAction,
  data: Readonly<Record<string, unknown>>,
  actorId: string | null,
): Promise<void> {
  return recordSystemAudit(tx, context, { action, actorId, data });
}
