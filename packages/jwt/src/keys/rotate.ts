/** Lists, rotates, and revokes the keys. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { SigningKeyState, SigningKeyStatus } from "../contract.ts";
import type { JwtSettings } from "../options.ts";
import type { JwksRow } from "../tables.ts";
import { publishSuccessor } from "./signing-key.ts";
import { algorithmOf, hasSuccessor, isPublished, signingCandidates } from "./state.ts";
import { createKey, loadKeys } from "./store.ts";

/** Returns the keys with their status. One query. */
export async function listKeyStates(context: RequestContext): Promise<SigningKeyState[]> {
  const now = context.now();
  const rows = await loadKeys(context, true);
  return rows.map((row) => {
    const { id: kid, createdAt, activeAt, expiresAt, removeAt } = row;
    return { kid, alg: algorithmOf(row), status: statusOf(rows, row, now), createdAt, activeAt, expiresAt, removeAt };
  });
}

function statusOf(rows: readonly JwksRow[], row: JwksRow, now: Date): SigningKeyStatus {
  if (!isPublished(row, now)) return "removed";
  if (row.activeAt !== null && row.activeAt > now) return "published";
  return signingCandidates(rows, algorithmOf(row), now)[0] === row ? "signing" : "retired";
}

/** Replaces the keys of an algorithm immediately, even if another instance creates a key at the same time. */
async function revokeKeys(
  context: RequestContext,
  settings: JwtSettings,
  rows: readonly JwksRow[],
  alg: string,
): Promise<void> {
  const compromised = new Set(rows.filter((row) => algorithmOf(row) === alg).map(({ id }) => id));
  let known = rows;
  let revoked = known.filter(({ id }) => compromised.has(id));
  while (!(await createKey(context, settings, { rows: known, alg, activeAt: context.now(), retired: [], revoked }))) {
    known = await loadKeys(context, true);
    revoked = known.filter(({ id }) => compromised.has(id));
    if (revoked.length === 0) return;
  }
}

/**
 * Replaces the keys of these algorithms. A compromised key is deleted and replaced immediately. Otherwise, the
 * successor is published first. Does nothing if there already is one.
 */
export async function rotateKeys(
  context: RequestContext,
  settings: JwtSettings,
  { algorithms, isCompromised }: { readonly algorithms: readonly string[] | null; readonly isCompromised: boolean },
): Promise<void> {
  const rows = await loadKeys(context, true);
  const now = context.now();
  for (const alg of algorithms ?? new Set(rows.map(algorithmOf))) {
    const [current] = signingCandidates(rows, alg, now);
    if (isCompromised) {
      await revokeKeys(context, settings, rows, alg);
    } else if (!current) {
      await createKey(context, settings, { rows, alg, activeAt: now, retired: [] });
    } else if (!hasSuccessor(rows, current)) {
      await publishSuccessor(context, settings, rows, current);
    }
  }
}
