/** Verifies ID tokens: signature, issuer, audience, time, and nonce. OpenID Connect Core, section 3.1.3.7. */

import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { constantTimeEqual } from "../../crypto/constant-time.ts";
import { sha256 } from "../../crypto/digest.ts";
import { toBase64Url, toHex, utf8 } from "../../crypto/encoding.ts";
import type { AuthContext } from "../../kernel/context.ts";
import { type Claims, clockTolerance, type IdTokenExpectation } from "./connection.ts";
import type { IdTokenRules } from "./provider.ts";

/** Inputs for the verification. */
export interface IdTokenVerifier {
  /** Accepted audiences, unless the rules set `audience`. */
  readonly clientIds: readonly [string, ...string[]];
  /** The provider's keys. */
  keys(context: AuthContext): Promise<JWTVerifyGetKey>;
}

/** Maximum length of a token, in characters. */
const maxTokenLength = 16_384;

/** Maximum lifetime of an ID token: 30 days, in seconds. Used tokens are remembered for the same time. */
const maxLifetime = 2_592_000;

/**
 * Verifies an ID token. The issuer, keys, and algorithms come from the provider's declaration, never from the token.
 *
 * @throws {Error} if anything doesn't match, or if the keys can't be fetched
 */
export async function verifyIdToken(
  context: AuthContext,
  verifier: IdTokenVerifier,
  rules: IdTokenRules,
  token: string,
  expected: IdTokenExpectation,
): Promise<Claims> {
  if (token.length > maxTokenLength) throw new Error("The ID token is too long.");
  const { jwtVerify } = await import("jose");
  const { issuer, audience = verifier.clientIds, maxAge } = rules;
  const { payload, protectedHeader } = await jwtVerify(token, await verifier.keys(context), {
    algorithms: [...rules.algorithms],
    audience: [...audience],
    ...(maxAge === undefined ? {} : { maxTokenAge: maxAge }),
    requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    currentDate: context.now(),
    clockTolerance,
    ...(typeof issuer === "function" ? {} : { issuer: typeof issuer === "string" ? issuer : [...issuer] }),
  });
  if (typeof issuer === "function" && (payload.iss === undefined || issuer(payload) !== payload.iss)) {
    throw new Error("The ID token comes from a different issuer.");
  }
  checkClaims(context, audience, payload);
  await checkNonce(rules, payload, expected.nonce);
  if (expected.accessToken !== null) await checkAccessTokenHash(payload, protectedHeader.alg, expected.accessToken);
  return payload;
}

function checkClaims(context: AuthContext, audience: readonly string[], { sub, iat, exp, aud, azp }: JWTPayload): void {
  const now = context.now().getTime() / 1000;
  if (typeof sub !== "string" || sub === "") throw new Error("The ID token has no subject.");
  if (typeof iat !== "number" || iat > now + clockTolerance) throw new Error("The ID token was issued in the future.");
  if (typeof exp !== "number" || exp > now + maxLifetime) throw new Error("The ID token's lifetime is too long.");
  if (Array.isArray(aud) && aud.length > 1 && !(typeof azp === "string" && audience.includes(azp))) {
    throw new Error("The ID token has several audiences, and wasn't issued to this client.");
  }
}

async function checkNonce(
  { nonce: rule }: IdTokenRules,
  { nonce }: JWTPayload,
  expected: string | null,
): Promise<void> {
  if (expected === null || rule === "none") return;
  const equalsNonce = (value: string): boolean => typeof nonce === "string" && constantTimeEqual(nonce, value);
  if (equalsNonce(expected)) return;
  if (rule === "exact-or-sha256-hex" && equalsNonce(toHex(sha256(expected)))) return;
  throw new Error("The ID token has a different nonce.");
}

/** The access token must be the one that this ID token was issued with. OpenID Connect Core, section 3.1.3.8. */
async function checkAccessTokenHash({ at_hash }: JWTPayload, alg: string, accessToken: string): Promise<void> {
  if (at_hash === undefined) return;
  const bits = alg.endsWith("256") ? 256 : alg.endsWith("384") ? 384 : 512;
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, utf8(accessToken)));
  if (toBase64Url(hash.subarray(0, hash.length / 2)) !== at_hash) {
    throw new Error("The ID token was issued with a different access token.");
  }
}
