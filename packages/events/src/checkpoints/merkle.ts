/** Merkle trees over audit log entries, as in RFC 6962, section 2.1. */

import type { AuditRow } from "@latchkey/core";
import { sha256, toBase64Url, utf8 } from "@latchkey/core/crypto";

/** A tree that keeps one hash per level, so its memory use hardly grows with the number of leaves. */
export class MerkleTree {
  /** Roots of complete subtrees, from the smallest to the largest. A level without one is undefined. */
  readonly #levels: (Uint8Array | undefined)[] = [];
  #count = 0;

  /** The number of leaves. */
  get count(): number {
    return this.#count;
  }

  /** Adds a leaf. The order matters. */
  add(leaf: Uint8Array): void {
    let hash = sha256(concat(Uint8Array.of(0), leaf));
    let level = 0;
    for (let left = this.#levels[level]; left; left = this.#levels[level]) {
      hash = hashNode(left, hash);
      this.#levels[level] = undefined;
      level++;
    }
    this.#levels[level] = hash;
    this.#count++;
  }

  /** Returns the root in base64url. */
  root(): string {
    let root: Uint8Array | undefined;
    for (const subtree of this.#levels) {
      if (subtree) root = root ? hashNode(subtree, root) : subtree;
    }
    return toBase64Url(root ?? sha256(new Uint8Array()));
  }
}

function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(Uint8Array.of(1), left, right));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Every column, in an order that never changes. A new column needs a new version of the claims. */
const columns = [
  "id",
  "action",
  "actorId",
  "actorType",
  "onBehalfOf",
  "userId",
  "organizationId",
  "ipAddress",
  "userAgent",
  "data",
  "count",
  "createdAt",
] as const;

/** Returns the leaf of an entry: its values as JSON. Databases store objects with their keys in any order. */
export function leafOf(entry: AuditRow): Uint8Array {
  return utf8(JSON.stringify(columns.map((name) => withSortedKeys(entry[name] ?? null))));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}
