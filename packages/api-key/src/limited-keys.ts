/** Remembers which keys have limited uses, so that a use can be taken without reading the key first. */

import type { ApiKeyRow } from "./tables.ts";

/** The owner's row, which also decides whether the key can be used. */
export type DecidingOwner = "user" | "organization";

/**
 * The keys that had limited uses when they were last seen, by the hash of the key. A missing or outdated entry costs one
 * query.
 */
export interface LimitedKeys {
  get(hash: string): DecidingOwner | undefined;
  note(row: ApiKeyRow): void;
}

/** The kinds of keys, as far as they matter here. */
interface KeyKinds {
  readonly all: ReadonlyMap<string, KeyKind>;
  readonly first: KeyKind;
}

interface KeyKind {
  readonly references: "user" | "organization";
  readonly clientPermissions: unknown;
}

/** About a megabyte. */
const maxLimitedKeys = 10_000;

export function createLimitedKeys(configs: KeyKinds): LimitedKeys {
  const known = new Map<string, DecidingOwner>();
  return {
    get: (hash) => known.get(hash),
    note(row) {
      known.delete(row.key);
      const owner = decidingOwner(configs, row);
      if (owner === null) return;
      if (known.size >= maxLimitedKeys) known.delete(known.keys().next().value as string);
      known.set(row.key, owner);
    },
  };
}

/**
 * `null` if the key has no limit or more has to be read: the role of a service account, the permissions of a user, or the
 * successor that a replaced key counts for.
 */
function decidingOwner({ all, first }: KeyKinds, row: ApiKeyRow): DecidingOwner | null {
  if (row.remaining === null || row.rotatedTo !== null || row.serviceAccountId) return null;
  if (row.organizationId) return "organization";
  const { references, clientPermissions } = all.get(row.configId) ?? first;
  return references === "user" && typeof clientPermissions !== "function" ? "user" : null;
}
