/** scrypt and argon2 in JavaScript, for runtimes without native ones. */

import { argon2iAsync, argon2idAsync } from "@noble/hashes/argon2.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { Argon2Cost, Derivation, ScryptCost } from "./derivation.ts";
import { callInThread } from "./thread.ts";

/** Runs on a thread, or in slices if there are no threads. */
export async function deriveInJavaScript(derivation: Derivation): Promise<Uint8Array> {
  return (await deriveInThread(derivation)) ?? deriveInSlices(derivation);
}

/** Returns `null` if there are no threads. */
export async function deriveInThread({ password, salt, ...algorithm }: Derivation): Promise<Uint8Array | null> {
  const { kind } = algorithm;
  const options = kind === "scrypt" ? scryptOptions(algorithm.cost) : argon2Options(algorithm.cost);
  const module = kind === "scrypt" ? "@noble/hashes/scrypt.js" : "@noble/hashes/argon2.js";
  const result = await callInThread<Uint8Array>({ module, name: kind, args: [password, salt, options] });
  return result?.value ?? null;
}

/** Runs in slices of 10 ms, so that other requests get their turn. */
export function deriveInSlices({ password, salt, ...algorithm }: Derivation): Promise<Uint8Array> {
  const asyncTick = 10;
  const { kind } = algorithm;
  if (algorithm.kind === "scrypt") return scryptAsync(password, salt, { ...scryptOptions(algorithm.cost), asyncTick });
  const argon2Async = kind === "argon2i" ? argon2iAsync : argon2idAsync;
  return argon2Async(password, salt, { ...argon2Options(algorithm.cost), asyncTick });
}

interface NobleScrypt {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly dkLen: number;
  readonly maxmem: number;
}

function scryptOptions({ N, r, p, length }: ScryptCost): NobleScrypt {
  return { N, r, p, dkLen: length, maxmem: 128 * r * (N + p + 2) + 2 ** 20 };
}

interface NobleArgon2 {
  readonly m: number;
  readonly t: number;
  readonly p: number;
  readonly dkLen: number;
}

function argon2Options({ memory, passes, parallelism, length }: Argon2Cost): NobleArgon2 {
  return { m: memory, t: passes, p: parallelism, dkLen: length };
}
