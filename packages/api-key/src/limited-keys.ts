/** Remembers which keys have limited uses, so that a use can be counted without reading the key first. */

import type { ApiKeyRow } from "./tables.ts";

/** The kind of owner whose row also determines whether the key can be used. */
export type DecidingOwner = "user" | "organization";

/**
 * The keys that had limited uses when they were last seen, by the hash of the key. A missing or outdated entry costs
 * one query.
 */
export interface LimitedKeys {
  get(hash: string): DecidingOwner | undefined;
  note(row: ApiKeyRow): void;
}

/** The parts of the key configurations that are needed here. */
interface KeyKinds {
  readonly all: ReadonlyMap<string, KeyKind>;
  readonly first: KeyKind;
}

interface KeyKind {
  readonly references: "user" | "organization";
  readonly clientPermissions: unknown;
}

/** Maximum number of remembered keys, which take about a megabyte. */
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
 * Returns `null` if the key has no limit, or if more has to be read: a service account's role, a user's permissions, or
 * the successor of a replaced key.
 */
function decidingOwner({ all, first }: KeyKinds, row: ApiKeyRow): DecidingOwner | null {
  if (row.remaining === null || row.rotatedTo !== null || row.serviceAccountId) return null;
  if (row.organizationId) return "organization";
  const { references, clientPermissions } = all.get(row.configId) ?? first;
  return references === "user" && typeof clientPermissions !== "function" ? "user" : null;
}
