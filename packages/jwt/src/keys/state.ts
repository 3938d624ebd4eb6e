/** Determines what each key is used for at a point in time. */

import type { JwksRow } from "../tables.ts";

/** How long a key is published before it signs, in seconds. Verifiers refresh their keys in less time. */
export const publishAhead = 3600;

/** Maximum difference between two instances' clocks, in milliseconds. An app's first key is backdated by it. */
export const clockTolerance = 600_000;

/** Returns a key's algorithm. Keys from another library that don't name one are EdDSA. */
export function algorithmOf({ alg }: JwksRow): string {
  return alg ?? "EdDSA";
}

/** Whether the key is in the key set. */
export function isPublished({ removeAt }: JwksRow, now: Date): boolean {
  return removeAt === null || removeAt > now;
}

/** Returns an algorithm's keys that can sign now, newest first. */
export function signingCandidates(rows: readonly JwksRow[], alg: string, now: Date): JwksRow[] {
  return rows
    .filter((row) => algorithmOf(row) === alg && isPublished(row, now) && activeSince(row) <= now.getTime())
    .sort((one, other) => activeSince(other) - activeSince(one) || generationOf(other) - generationOf(one));
}

/** Whether a newer key will replace this one, or already has. */
export function hasSuccessor(rows: readonly JwksRow[], current: JwksRow): boolean {
  return rows.some(
    (row) => algorithmOf(row) === algorithmOf(current) && row !== current && activeSince(row) > activeSince(current),
  );
}

/** Whether the key's successor must be published now. */
export function isDueForRotation({ expiresAt }: JwksRow, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - publishAhead * 1000 <= now.getTime();
}

/** Returns the slot of an algorithm's next key. */
export function nextSlot(rows: readonly JwksRow[], alg: string): string {
  const used = rows.filter((row) => algorithmOf(row) === alg).map(generationOf);
  return `${alg}:${Math.max(0, ...used) + 1}`;
}

function activeSince({ activeAt, createdAt }: JwksRow): number {
  return (activeAt ?? createdAt).getTime();
}

/** Returns the number in the slot. 0 for keys from another library. */
function generationOf({ slot }: JwksRow): number {
  return Number(slot?.split(":")[1] ?? 0);
}
