/** The public key set, and a function that verifies the app's own tokens with it. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import { compactVerify, decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from "jose";
import type { JwtSettings } from "../options.ts";
import type { JwksRow } from "../tables.ts";
import { importKey, toPublicJwk } from "./algorithms.ts";
import { findRemoteKey } from "./remote.ts";
import { algorithmOf, isPublished } from "./state.ts";
import { loadKeys } from "./store.ts";

/** A public key in the set. */
export interface PublicKey extends JWK {
  readonly kid: string;
  readonly alg: string;
  readonly use: "sig";
}

/** Returns the public keys, without private members. */
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

/** The values that a token must match. */
export interface OwnTokenExpectation {
  readonly type: string;
  readonly issuer?: string | undefined;
  readonly audience?: string | readonly string[] | undefined;
  readonly ignoreExpiry?: boolean | undefined;
}

async function findOwnKey(
  context: AuthContext,
  settings: JwtSettings,
  kid: string,
  alg: string,
): Promise<CryptoKey | null> {
  if (settings.remote) {
    const isOwn = [...settings.algorithms.keys()].some((one) => one === alg);
    return isOwn ? findRemoteKey(context, settings.remote, kid, alg) : null;
  }
  const jwk = (await publicKeys(context)).find((one) => one.kid === kid);
  return jwk?.alg === alg ? importKey(jwk, alg) : null;
}

/** Verifies a token that this app signed. Returns its claims, or `null` if anything doesn't match. */
export async function verifyOwnToken(
  context: AuthContext,
  settings: JwtSettings,
  token: string,
  { type, issuer, audience, ignoreExpiry }: OwnTokenExpectation,
): Promise<JWTPayload | null> {
  try {
    const { kid, typ, alg } = decodeProtectedHeader(token);
    if (typ?.toLowerCase() !== type.toLowerCase() || kid === undefined || alg === undefined) return null;
    const key = await findOwnKey(context, settings, kid, alg);
    if (!key) return null;
    const algorithms = [alg];
    if (ignoreExpiry) {
      const { payload } = await compactVerify(token, key, { algorithms });
      return JSON.parse(new TextDecoder().decode(payload)) as JWTPayload;
    }
    const { payload } = await jwtVerify(token, key, {
      algorithms,
      requiredClaims: ["exp", "iat"],
      currentDate: context.now(),
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience: [audience].flat() }),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
