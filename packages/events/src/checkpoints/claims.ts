/** The claims in a checkpoint's signature. */

import { fromBase64Url, sha256Base64Url } from "@latchkey/core/crypto";
import type { AuditCheckpointRow } from "../tables.ts";

/** The JWT's `typ`. */
export const checkpointType = "audit-checkpoint+jwt";

/** The claims of each checkpoint. Times are in seconds since 1970. */
export interface CheckpointClaims {
  /** The version of this format. */
  readonly v: 1;
  /** `null` for entries that don't belong to an organization. */
  readonly organizationId: string | null;
  readonly from: number;
  /** The end of the span, exclusive. */
  readonly upTo: number;
  /** The number of entries in the span. */
  readonly count: number;
  /** The root of the entries' Merkle tree. */
  readonly root: string;
  readonly iat: number;
}

/** The claims of the site's checkpoint, which covers its span's other checkpoints and the site's previous one. */
export interface SiteClaims extends CheckpointClaims {
  /**
   * Hash of the signature of the site's previous checkpoint. `null` for the first one, or if the previous one couldn't
   * be verified.
   */
  readonly previous: string | null;
  /** Hash of the signatures of the organizations' checkpoints for this span. */
  readonly organizations: string;
}

/** A time range. The end is exclusive. */
export interface Span {
  readonly from: Date;
  readonly upTo: Date;
}

/** Returns the hash that identifies a signature in another checkpoint. */
export function hashSignature(signature: string): string {
  return sha256Base64Url(signature);
}

/** Returns the hash of the organizations' signatures. Their order doesn't matter. */
export function hashSignatures(signatures: readonly string[]): string {
  return sha256Base64Url([...signatures].sort().join("\n"));
}

/** Reads the claims of a checkpoint without verifying its signature. `null` if they don't match the row. */
export function readClaims(row: AuditCheckpointRow): CheckpointClaims | null {
  const claims = decode(row.signature);
  const isSame =
    claims?.v === 1 &&
    claims.organizationId === row.organizationId &&
    claims.from === toSeconds(row.from) &&
    claims.upTo === toSeconds(row.upTo) &&
    claims.count === row.count &&
    claims.root === row.root;
  return isSame ? claims : null;
}

function decode(signature: string): CheckpointClaims | null {
  const bytes = fromBase64Url(signature.split(".")[1] ?? "");
  if (!bytes) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as CheckpointClaims | null;
  } catch {
    return null;
  }
}

/** Returns seconds since 1970. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
