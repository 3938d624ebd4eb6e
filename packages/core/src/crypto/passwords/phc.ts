/** Stored hashes in PHC string form: `$algorithm$v=version$parameters$salt$hash`. @see the PHC string format specification */

import { fromBase64, toBase64 } from "../encoding.ts";

/** A stored hash taken apart. */
export interface PhcHash {
  readonly algorithm: string;
  /** `null` where the algorithm has none. */
  readonly version: number | null;
  /** Whole numbers by name, in the order of the text. */
  readonly parameters: Readonly<Record<string, number>>;
  /** 8 bytes or more. */
  readonly salt: Uint8Array;
  /** 16 bytes or more. */
  readonly hash: Uint8Array;
}

const longest = 512;
const form =
  /^\$([a-z0-9-]{1,32})(?:\$v=(\d{1,3}))?\$([a-z]{1,2}=\d{1,10}(?:,[a-z]{1,2}=\d{1,10}){0,5})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** `null` for anything else. Says nothing about whether the parameters make sense. */
export function parsePhc(text: string): PhcHash | null {
  const parts = text.length <= longest ? form.exec(text) : null;
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

/** Base64 in it has no padding. */
export function formatPhc({ algorithm, version, parameters, salt, hash }: PhcHash): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const mark = version === null ? "" : `$v=${version}`;
  return `$${algorithm}${mark}$${list.join(",")}$${toUnpadded(salt)}$${toUnpadded(hash)}`;
}

function toUnpadded(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("=", "");
}

function fromUnpadded(base64: string): Uint8Array | null {
  return fromBase64(base64 + "=".repeat((4 - (base64.length % 4)) % 4));
}
