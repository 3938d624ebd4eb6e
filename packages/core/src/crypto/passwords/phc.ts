/**
 * Parses and formats hashes as PHC strings: `$algorithm$v=version$parameters$salt$hash`. @see the PHC string format
 * specification
 */

import { fromBase64, toBase64 } from "../encoding.ts";

/** A parsed hash. */
export interface PhcHash {
  readonly algorithm: string;
  /** `null` if the algorithm has none. */
  readonly version: number | null;
  /** Whole numbers by name, in their order in the string. */
  readonly parameters: Readonly<Record<string, number>>;
  /** At least 8 bytes. */
  readonly salt: Uint8Array;
  /** At least 16 bytes. */
  readonly hash: Uint8Array;
}

const maxLength = 512;
const pattern =
  /^\$([a-z0-9-]{1,32})(?:\$v=(\d{1,3}))?\$([a-z]{1,2}=\d{1,10}(?:,[a-z]{1,2}=\d{1,10}){0,5})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Parses a PHC string. Returns `null` if it isn't one. Doesn't check whether the parameters make sense. */
export function parsePhc(text: string): PhcHash | null {
  const parts = text.length <= maxLength ? pattern.exec(text) : null;
  if (!parts) return null;
  const [, algorithm = "", version, parameters = "", salt = "", hash = ""] = parts;
  const saltBytes = fromUnpadded(salt);
  const hashBytes = fromUnpadded(hash);
  if (!saltBytes || !hashBytes || saltBytes.length < 8 || hashBytes.length < 16) return null;
  const pairs = parameters.split(",").map((pair) => pair.split("=") as [string, string]);
  return {
    algorithm,
    version: version === undefined ? null : Number(version),
    parameters: Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)])),
    salt: saltBytes,
    hash: hashBytes,
  };
}

/** Formats a hash. The base64 parts have no padding. */
export function formatPhc({ algorithm, version, parameters, salt, hash }: PhcHash): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const versionPart = version === null ? "" : `$v=${version}`;
  return `$${algorithm}${versionPart}$${list.join(",")}$${toUnpadded(salt)}$${toUnpadded(hash)}`;
}

function toUnpadded(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("=", "");
}

function fromUnpadded(base64: string): Uint8Array | null {
  return fromBase64(base64 + "=".repeat((4 - (base64.length % 4)) % 4));
}
