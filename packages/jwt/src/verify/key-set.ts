/** Reads an issuer's public keys over HTTPS and caches them. */

import { importJWK, type JWK } from "jose";
import { TokenVerificationError } from "./errors.ts";
import { fetchJson, sharesPromises } from "./fetch-json.ts";

/** How the keys are read and cached. Times are in seconds. */
export interface KeySetRules {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly cacheMaxAge: number;
  readonly cooldown: number;
  readonly staleIfError: number;
  readonly timeout: number;
}

/** A public key, for one algorithm. */
export interface VerificationKey {
  readonly alg: string;
  readonly key: CryptoKey;
}

/** Far more than any real key set has. */
const maxKeys = 100;

/**
 * An issuer's keys. Reads them when they're first needed, when the cached ones are too old, and when a token names an
 * unknown one.
 */
export class KeySet {
  readonly #rules: KeySetRules;
  #keys: ReadonlyMap<string, JWK> = new Map();
  #imported = new Map<string, VerificationKey>();
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #lastError: unknown = null;

  constructor(rules: KeySetRules) {
    this.#rules = rules;
  }

  /**
   * Returns the key with this id.
   * @throws {TokenVerificationError} `unknown-key`, or `unavailable` if the keys can't be read
   */
  async find(kid: string, alg: string): Promise<VerificationKey> {
    const now = this.#rules.now().getTime() / 1000;
    const age = now - this.#readAt;
    if (age >= this.#rules.cacheMaxAge || !this.#keys.has(kid)) await this.#refresh(now);
    if (now - this.#readAt > Math.max(this.#rules.cacheMaxAge, this.#rules.staleIfError)) {
      throw new TokenVerificationError("unavailable", `The keys at ${this.#rules.url} can't be read.`, {
        cause: this.#lastError,
      });
    }
    const jwk = this.#keys.get(kid);
    if (!jwk) throw new TokenVerificationError("unknown-key", "The token is signed with an unknown key.");
    return this.#import(kid, jwk, alg);
  }

  /**
   * Reads the keys, at most once per cooldown, so that forged key ids can't flood the issuer. If it fails, keeps the
   * old ones.
   */
  async #refresh(now: number): Promise<void> {
    if (now - this.#triedAt >= this.#rules.cooldown) {
      this.#triedAt = now;
      this.#reading = this.#read(now);
    }
    // On platforms where requests can't share a promise, other requests use the cached keys in the meantime.
    const isOwn = this.#triedAt === now;
    if (this.#reading && (isOwn || sharesPromises())) await this.#reading;
  }

  async #read(now: number): Promise<void> {
    try {
      this.#keys = await fetchKeys(this.#rules);
      this.#imported = new Map();
      this.#readAt = now;
      this.#lastError = null;
    } catch (error) {
      this.#lastError = error;
    } finally {
      this.#reading = null;
    }
  }

  async #import(kid: string, jwk: JWK, alg: string): Promise<VerificationKey> {
    const known = this.#imported.get(kid);
    if (known?.alg === alg) return known;
    if (jwk.alg !== undefined && jwk.alg !== alg) {
      throw new TokenVerificationError("algorithm", "The token's algorithm doesn't match its key's algorithm.");
    }
    let key: CryptoKey | Uint8Array;
    try {
      key = await importJWK(jwk, alg);
    } catch (cause) {
      throw new TokenVerificationError("algorithm", "The token's algorithm doesn't match its key's type.", { cause });
    }
    if (key instanceof Uint8Array) throw new TokenVerificationError("algorithm", "The token's key is symmetric.");
    const imported = { alg, key };
    this.#imported.set(kid, imported);
    return imported;
  }
}

async function fetchKeys({ url, fetch: send, timeout }: KeySetRules): Promise<ReadonlyMap<string, JWK>> {
  const set = await fetchJson(url, { fetch: send, timeout });
  const keys = (set as { readonly keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new Error(`${url} didn't return a key set.`);
  return new Map(keys.slice(0, maxKeys).flatMap((key: unknown) => (isPublicKey(key) ? [[key.kid, key] as const] : [])));
}

/** A token can't refer to a key without an id. A symmetric key in a public set would let anyone sign tokens. */
function isPublicKey(key: unknown): key is JWK & { readonly kid: string } {
  const { kid, kty, use } = (key ?? {}) as JWK;
  return typeof kid === "string" && (kty === "OKP" || kty === "EC" || kty === "RSA") && (use ?? "sig") === "sig";
}
