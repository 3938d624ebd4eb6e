/** The public key set, and the verification of the app's own tokens with it. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import { compactVerify, decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from "jose";
import type { JwksRow } from "../tables.ts";
import { importKey, toPublicJwk } from "./algorithms.ts";
import { algorithmOf, isPublished } from "./state.ts";
import { loadKeys } from "./store.ts";

/** A public key of the set. */
export interface PublicKey extends JWK {
  readonly kid: string;
  readonly alg: string;
  readonly use: "sig";
}

/** Returns the public keys, without any private member. */
export async function publicKeys(context: AuthContext): Promise<PublicKey[]> {
  const now = context.now();
  const rows = await loadKeys(context);
  return rows.filter((row) => isPublished(row, now)).map(toPublicKey);
}

/** Returns the entity tag of a key set. */
export function entityTag(keys: readonly PublicKey[]): string {
  return `"${sha256Base64Url(JSON.stringify(keys))}"`;
}

function toPublicKey(row: JwksRow): PublicKey {
  return { ...toPublicJwk(JSON.parse(row.publicKey)), kid: row.id, alg: algorithmOf(row), use: "sig" };
}

/** What a token must match. */
export interface OwnTokenExpectation {
  readonly type: string;
  readonly issuer?: string | undefined;
  readonly ignoreExpiry?: boolean | undefined;
}

/** Verifies a token that this app signed. Returns its claims, or `null` if anything doesn't match. */
export async function verifyOwnToken(
  context: AuthContext,
  token: string,
  { type, issuer, ignoreExpiry }: OwnTokenExpectation,
): Promise<JWTPayload | null> {
  const keys = await publicKeys(context);
  try {
    const { kid, typ } = decodeProtectedHeader(token);
    const jwk = keys.find((one) => one.kid === kid);
    if (!jwk || typ?.toLowerCase() !== type.toLowerCase()) return null;
    const key = await importKey(jwk, jwk.alg);
    const algorithms = [jwk.alg];
    if (ignoreExpiry) {
      const { payload } = await compactVerify(token, key, { algorithms });
      return JSON.parse(new TextDecoder().decode(payload)) as JWTPayload;
    }
    const rules = { algorithms, requiredClaims: ["exp", "iat"], currentDate: context.now() };
    const { payload } = await jwtVerify(token, key, issuer === undefined ? rules : { ...rules, issuer });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
