/** Signs and verifies JWTs with HS256. The same server issues and reads them, so it accepts no other algorithm. */

import { constantTimeEqual } from "../crypto/constant-time.ts";
import { hmacSha256 } from "../crypto/digest.ts";
import { fromBase64Url, toBase64Url, utf8 } from "../crypto/encoding.ts";

export type JwtClaims = Readonly<Record<string, unknown>>;

/** What a token must match. */
export interface JwtExpectation {
  readonly type: string;
  readonly issuer: string;
  readonly audience: string;
  readonly now: Date;
}

/**
 * @param type the header's `typ`, which keeps tokens of one kind from being used as another. RFC 8725, section 3.11.
 */
export function signJwt(key: Uint8Array, type: string, claims: JwtClaims): string {
  const signed = `${encode({ alg: "HS256", typ: type })}.${encode(claims)}`;
  return `${signed}.${toBase64Url(hmacSha256(key, signed))}`;
}

/** Returns the claims. `forged` if the key isn't the signer's, `invalid` if anything else doesn't match. */
export function verifyJwt(
  key: Uint8Array,
  token: string,
  { type, issuer, audience, now }: JwtExpectation,
): JwtClaims | "forged" | "expired" | "invalid" {
  const [header = "", payload = "", signature = "", ...others] = token.split(".");
  if (others.length > 0 || signature === "") return "invalid";
  if (!constantTimeEqual(signature, toBase64Url(hmacSha256(key, `${header}.${payload}`)))) return "forged";
  const { alg, typ, crit } = decodeJwtPart(header) ?? {};
  const claims = decodeJwtPart(payload);
  if (alg !== "HS256" || typ !== type || crit !== undefined || !claims) return "invalid";
  if (claims.iss !== issuer || claims.aud !== audience) return "invalid";
  const { exp, iat, nbf = 0 } = claims;
  if (typeof exp !== "number" || typeof iat !== "number") return "invalid";
  const seconds = Math.floor(now.getTime() / 1000);
  if (typeof nbf !== "number" || nbf > seconds) return "invalid";
  return exp <= seconds ? "expired" : claims;
}

/** Reads the claims without verifying them, for tokens that were verified before. `null` if it isn't a JWT. */
export function decodeJwt(token: string): JwtClaims | null {
  const [, payload = "", , ...others] = token.split(".");
  return others.length > 0 ? null : decodeJwtPart(payload);
}

/** Reads a header or payload without verifying anything. `null` if it isn't a JSON object. */
function decodeJwtPart(part: string): JwtClaims | null {
  try {
    const bytes = fromBase64Url(part);
    const value: unknown = bytes && JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JwtClaims) : null;
  } catch {
    return null;
  }
}

function encode(value: object): string {
  return toBase64Url(utf8(JSON.stringify(value)));
}
