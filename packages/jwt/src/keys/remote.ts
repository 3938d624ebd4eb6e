/** Signs and verifies with keys that the app doesn't have. */

import type { AuthContext } from "@latchkey/core/plugin";
import { decodeJwt, decodeProtectedHeader } from "jose";
import type { RemoteSigner, TokenToSign } from "../options.ts";
import { TokenVerificationError } from "../verify/errors.ts";
import { KeySet } from "../verify/key-set.ts";

/**
 * Returns the token that `jwt.sign` signed.
 * @throws {Error} if it isn't the requested token, because other services would reject it or mistake it for a different
 * kind of token
 */
export async function signRemotely(
  { sign }: RemoteSigner,
  header: TokenToSign["header"],
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const token = await sign(claims, { header });
  const { alg, typ, kid } = decodeProtectedHeader(token);
  if (typeof kid !== "string" || kid === "") throw new Error("jwt.sign returned a token without a kid.");
  if (alg !== header.alg) throw new Error(`jwt.sign returned a token with the alg ${alg} instead of ${header.alg}.`);
  if (typ !== header.typ) throw new Error(`jwt.sign returned a token with the typ ${typ} instead of ${header.typ}.`);
  // Compare as JSON, because that drops undefined values.
  const expected: object = JSON.parse(JSON.stringify(claims));
  const signed = decodeJwt(token);
  const wrong = [...new Set([...Object.keys(expected), ...Object.keys(signed)])].find(
    (name) => JSON.stringify(signed[name]) !== JSON.stringify((expected as Record<string, unknown>)[name]),
  );
  if (wrong !== undefined) throw new Error(`jwt.sign changed the claim "${wrong}". Sign the claims unchanged.`);
  return token;
}

const keySetKey: unique symbol = Symbol("remote key set");

/** Returns the public key with this id, or `null` if there's none. @throws {Error} if the keys can't be read */
export async function findRemoteKey(
  context: AuthContext,
  { url }: RemoteSigner,
  kid: string,
  alg: string,
): Promise<CryptoKey | null> {
  const { appCache, fetch, now } = context;
  const known = appCache.get(keySetKey) as KeySet | undefined;
  const keys = known ?? new KeySet({ url, fetch, now, cacheMaxAge: 300, cooldown: 30, staleIfError: 3600, timeout: 5 });
  if (!known) appCache.set(keySetKey, keys);
  try {
    return (await keys.find(kid, alg)).key;
  } catch (error) {
    if (error instanceof TokenVerificationError && error.reason !== "unavailable") return null;
    throw error;
  }
}
