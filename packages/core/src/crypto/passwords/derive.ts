/** The slow functions: native where the runtime has them, else in JavaScript, off the event loop. */

import { nodeCrypto } from "../native.ts";
import { importOptional } from "./packages.ts";

/** @see RFC 7914, section 2 */
export interface ScryptCost {
  /** A power of two. Memory is 128 · N · r bytes. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Bytes of output. */
  readonly length: number;
}

/** @see RFC 9106, section 3.1 */
export interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  /** Bytes of output. */
  readonly length: number;
}

/** The two kinds of argon2 that hash passwords: new hashes are made by the first alone. */
export type Argon2Kind = "argon2id" | "argon2i";

/** One computation, whoever does it. */
export type Derivation = { readonly password: Uint8Array; readonly salt: Uint8Array } & (
  | { readonly kind: "scrypt"; readonly cost: ScryptCost }
  | { readonly kind: Argon2Kind; readonly cost: Argon2Cost }
);

/** scrypt by node:crypto on a pool thread, else in JavaScript. @see RFC 7914 */
export function scrypt(password: Uint8Array, salt: Uint8Array, cost: ScryptCost): Promise<Uint8Array> {
  const native = nodeCrypto?.scrypt;
  if (!native) return inJavaScript({ kind: "scrypt", password, salt, cost });
  const { N, r, p, length } = cost;
  // Node's default ceiling of 32 MiB is just below what these costs need.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) + 2 ** 20 };
  return new Promise((resolve, reject) => {
    native(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** argon2 (version 19) by `@node-rs/argon2`, else by node:crypto, else in JavaScript. @see RFC 9106 */
export async function argon2(
  kind: Argon2Kind,
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
): Promise<Uint8Array> {
  const native = await nativeArgon2();
  return native ? native(kind, password, salt, cost) : inJavaScript({ kind, password, salt, cost });
}

/** Whether argon2id runs natively here. In JavaScript it takes some thirty times as long. */
export async function hasNativeArgon2(): Promise<boolean> {
  return (await nativeArgon2()) !== null;
}

type Argon2 = typeof argon2;

// Looked for at the first use and once. The result is kept, not its promise: on workers a request cannot wait for what
// another one began.
let found: Argon2 | null | undefined;

async function nativeArgon2(): Promise<Argon2 | null> {
  // Two firsts may both look; they find the same.
  if (found === undefined) found = (await argon2OfNodeRs()) ?? argon2OfNode();
  return found;
}

/** `@node-rs/argon2`, an optional package: the fastest. */
async function argon2OfNodeRs(): Promise<Argon2 | null> {
  const rs = await importOptional<typeof import("@node-rs/argon2")>("@node-rs/argon2");
  // The enum that says so exists in the declarations only.
  const algorithms = { argon2i: 1, argon2id: 2 } as const;
  return rs
    ? (kind, password, salt, { memory, passes, parallelism, length }) =>
        rs.hashRaw(password, {
          salt,
          memoryCost: memory,
          timeCost: passes,
          parallelism,
          outputLen: length,
          algorithm: algorithms[kind],
        })
    : null;
}

/** `crypto.argon2`, of Node from 24.7. */
function argon2OfNode(): Argon2 | null {
  const { argon2: native } = (nodeCrypto ?? {}) as NodeArgon2;
  if (!native) return null;
  return (kind, message, nonce, { memory, passes, parallelism, length }) =>
    new Promise((resolve, reject) => {
      const parameters = { message, nonce, memory, passes, parallelism, tagLength: length };
      native(kind, parameters, (error, key) => (error ? reject(error) : resolve(key)));
    });
}

interface NodeArgon2 {
  argon2?(algorithm: Argon2Kind, parameters: object, done: (error: Error | null, key: Uint8Array) => void): void;
}

async function inJavaScript(derivation: Derivation): Promise<Uint8Array> {
  const { deriveInJavaScript } = await import("./javascript.ts");
  return deriveInJavaScript(derivation);
}
