/** Runs scrypt and argon2 natively if the runtime supports it, or else in JavaScript. Neither blocks the event loop. */

import { nodeCrypto } from "../native.ts";
import type { Argon2Cost, Argon2Kind, Derivation, ScryptCost } from "./derivation.ts";
import { importOptional } from "./optional-packages.ts";

/** Runs scrypt with node:crypto on a pool thread, or in JavaScript if that's missing. @see RFC 7914 */
export function scrypt(password: Uint8Array, salt: Uint8Array, cost: ScryptCost): Promise<Uint8Array> {
  const native = nodeCrypto?.scrypt;
  if (!native) return runInJavaScript({ kind: "scrypt", password, salt, cost });
  const { N, r, p, length } = cost;
  // Node.js limits memory to 32 MiB by default, slightly less than these costs need.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) + 2 ** 20 };
  return new Promise((resolve, reject) => {
    native(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/**
 * Runs argon2 (version 19) with node:crypto, `@node-rs/argon2`, or JavaScript, whichever is available first.
 * @see RFC 9106
 */
export async function argon2(
  kind: Argon2Kind,
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
): Promise<Uint8Array> {
  const native = await loadNativeArgon2();
  return native ? native(kind, password, salt, cost) : runInJavaScript({ kind, password, salt, cost });
}

/** Whether argon2id runs natively here. In JavaScript, it takes about thirty times as long. */
export async function hasNativeArgon2(): Promise<boolean> {
  return (await loadNativeArgon2()) !== null;
}

type Argon2 = typeof argon2;

// Looked up once, on first use. The result doesn't depend on an app, so all apps in a process share it. Keeps the
// result, not its promise: on Cloudflare Workers, a request can't await another request's promise.
let cachedArgon2: Argon2 | null | undefined;

async function loadNativeArgon2(): Promise<Argon2 | null> {
  // Two concurrent first calls may both look it up. They find the same result.
  if (cachedArgon2 === undefined) cachedArgon2 = getNodeArgon2() ?? (await loadNodeRsArgon2());
  return cachedArgon2;
}

/** `@node-rs/argon2`, an optional package for Node.js before 24.7. */
async function loadNodeRsArgon2(): Promise<Argon2 | null> {
  const rs = await importOptional<typeof import("@node-rs/argon2")>("@node-rs/argon2");
  // The package's enum exists only in its type declarations.
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

/** `crypto.argon2`, available since Node.js 24.7. */
function getNodeArgon2(): Argon2 | null {
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

async function runInJavaScript(derivation: Derivation): Promise<Uint8Array> {
  const { deriveInJavaScript } = await import("./javascript.ts");
  return deriveInJavaScript(derivation);
}
