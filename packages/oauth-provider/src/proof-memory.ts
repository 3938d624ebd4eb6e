/** Remembers DPoP proofs in the memory of an API. RFC 9449, section 11.1. */

import { proofMemory } from "./proof.ts";

/** Maximum proofs that an instance remembers. When it's full, it accepts no proof until some expire. */
const maxProofs = 100_000;

/** Maximum proofs per key, so that one client can't fill the memory. This allows 33 requests per second. */
const maxProofsPerKey = 10_000;

interface SeenProof {
  readonly key: string;
  readonly expiresAt: number;
}

/** Returns a function that remembers the ids of proofs in this process. */
export function createProofMemory(
  now: () => Date,
  max: number = maxProofs,
  maxPerKey: number = maxProofsPerKey,
): (key: string, id: string) => boolean {
  const seen = new Map<string, SeenProof>();
  const counts = new Map<string, number>();
  const forget = (id: string, { key }: SeenProof): void => {
    seen.delete(id);
    const left = (counts.get(key) ?? 0) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
  return (key, jti) => {
    const time = now().getTime();
    // The map is in insertion order, so the oldest proofs come first.
    for (const [old, proof] of seen) {
      if (proof.expiresAt > time) break;
      forget(old, proof);
    }
    const id = `${key} ${jti}`;
    const count = counts.get(key) ?? 0;
    if (seen.has(id) || seen.size >= max || count >= maxPerKey) return false;
    seen.set(id, { key, expiresAt: time + proofMemory * 1000 });
    counts.set(key, count + 1);
    return true;
  };
}
