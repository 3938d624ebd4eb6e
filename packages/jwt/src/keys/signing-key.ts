/** Finds or creates the current signing key, and publishes its successor in time. */

import type { AuthContext } from "@latchkey/core/plugin";
import type { JwtSettings } from "../options.ts";
import { type JwksRow, jwksTable } from "../tables.ts";
import { importKey } from "./algorithms.ts";
import {
  algorithmOf,
  clockTolerance,
  hasSuccessor,
  isDueForRotation,
  isPublished,
  publishAhead,
  signingCandidates,
} from "./state.ts";
import { createKey, loadKeys, privateKeys } from "./store.ts";

/** A key that can sign. */
export interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

const importedKey: unique symbol = Symbol("imported signing keys");

/**
 * Maximum attempts to read or create a key. A third attempt is needed only if another instance revokes a key in the
 * meantime.
 */
const maxRounds = 5;

/**
 * Returns the key that signs with this algorithm. Creates the first key, and the successor of a key that's about to
 * expire.
 * @throws {Error} if the app doesn't sign with this algorithm
 */
export async function signingKey(context: AuthContext, settings: JwtSettings, alg: string): Promise<SigningKey> {
  for (let round = 0; round < maxRounds; round++) {
    const rows = await loadKeys(context, round > 0);
    const found = await firstUsable(context, signingCandidates(rows, alg, context.now()));
    if (!found) {
      await createKey(context, settings, {
        rows,
        alg,
        activeAt: startOf(context, rows, alg),
        retired: ofAlg(rows, alg),
      });
      continue;
    }
    if (isDueForRotation(found.row, context.now()) && !hasSuccessor(rows, found.row)) {
      await publishSuccessor(context, settings, rows, found.row);
      await loadKeys(context, true);
    }
    return { kid: found.row.id, key: found.key };
  }
  throw new Error(`Couldn't create a key for ${alg}, because other instances keep revoking the keys.`);
}

/**
 * Returns when the next key starts signing. An app's first key is backdated, so that instances whose clock is behind
 * can use it. Later keys must not sign early.
 */
function startOf(context: AuthContext, rows: readonly JwksRow[], alg: string): Date {
  return new Date(context.now().getTime() - (ofAlg(rows, alg).length === 0 ? clockTolerance : 0));
}

function ofAlg(rows: readonly JwksRow[], alg: string): JwksRow[] {
  return rows.filter((row) => algorithmOf(row) === alg);
}

/** Creates the key that follows `current`. It starts signing after all verifiers have had time to read it. */
export async function publishSuccessor(
  context: AuthContext,
  settings: JwtSettings,
  rows: readonly JwksRow[],
  current: JwksRow,
): Promise<void> {
  const earliest = context.now().getTime() + publishAhead * 1000;
  const due = isDueForRotation(current, context.now()) ? (current.expiresAt?.getTime() ?? 0) : 0;
  const activeAt = new Date(Math.max(earliest, due));
  const alg = algorithmOf(current);
  const retired = ofAlg(rows, alg).filter((row) => isPublished(row, context.now()));
  await createKey(context, settings, { rows, alg, activeAt, retired });
}

async function firstUsable(
  context: AuthContext,
  candidates: readonly JwksRow[],
): Promise<{ readonly row: JwksRow; readonly key: CryptoKey } | null> {
  for (const row of candidates) {
    const key = await openKey(context, row);
    if (key) return { row, key };
  }
  return null;
}

/** Returns `null` if the key was encrypted with a removed secret, or by another library. It can still verify tokens. */
async function openKey(context: AuthContext, row: JwksRow): Promise<CryptoKey | null> {
  const imported = importedKeys(context);
  const known = imported.get(row.id);
  if (known) return known;
  const plain = await privateKeys(context).decrypt(row.privateKey, row.id);
  if (plain === null) return null;
  const key = await importKey(JSON.parse(plain), algorithmOf(row));
  imported.set(row.id, key);
  if (!privateKeys(context).isCurrent(row.privateKey)) await encryptAgain(context, row, plain);
  return key;
}

/** Encrypts a key with the current secret, so that the old one can be removed. */
async function encryptAgain(context: AuthContext, { id, privateKey: old }: JwksRow, plain: string): Promise<void> {
  const privateKey = await privateKeys(context).encrypt(plain, id);
  await context.db.update(jwksTable, { where: { id, privateKey: old }, set: { privateKey } });
}

/** Caches keys, not promises. On Cloudflare Workers, a request can't await another request's promise. */
function importedKeys({ appCache }: AuthContext): Map<string, CryptoKey> {
  const known = appCache.get(importedKey) as Map<string, CryptoKey> | undefined;
  if (known) return known;
  const created = new Map<string, CryptoKey>();
  appCache.set(importedKey, created);
  return created;
}
