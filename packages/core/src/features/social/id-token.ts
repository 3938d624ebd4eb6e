/** Id tokens: signature, issuer, audience, time and nonce. OpenID Connect Core, section 3.1.3.7. */

import type { JWTPayload } from "jose";
import { constantTimeEqual } from "../../crypto/constant-time.ts";
import { sha256 } from "../../crypto/digest.ts";
import { toBase64Url, toHex, utf8 } from "../../crypto/encoding.ts";
import type { AuthContext } from "../../plugin/context.ts";
import type { Connection } from "./connection.ts";
import type { IdTokenRules } from "./provider.ts";

/** What an id token must fit. */
export interface IdTokenExpectation {
  /** Sent with the request; `null`: none was. */
  readonly nonce: string | null;
  /** Came along with it; `null`: none did. */
  readonly accessToken: string | null;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Longest token that is looked at, in characters. */
const longest = 16_384;

/** How far the provider's clock may be off, in seconds. */
export const skew = 60;

/** Longest life of an id token, in seconds: 30 days. A used one is remembered for as long. */
const longestLife = 2_592_000;

/**
 * Checks an id token. Issuer, keys and algorithms come from the provider's declaration, never from the token.
 * @throws {Error} whatever does not fit, and a key set that cannot be had
 */
export async function verifyIdToken(
  context: AuthContext,
  connection: Connection,
  rules: IdTokenRules,
  token: string,
  expected: IdTokenExpectation,
): Promise<Claims> {
  if (token.length > longest) throw new Error("The id token is too long.");
  const { jwtVerify } = await import("jose");
  const { issuer, audience = connection.clientIds, maxAge } = rules;
  const { payload, protectedHeader } = await jwtVerify(token, await connection.keys(context), {
    algorithms: [...rules.algorithms],
    audience: [...audience],
    ...(maxAge === undefined ? {} : { maxTokenAge: maxAge }),
    requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    currentDate: context.now(),
    clockTolerance: skew,
    ...(typeof issuer === "function" ? {} : { issuer: typeof issuer === "string" ? issuer : [...issuer] }),
  });
  if (typeof issuer === "function" && (payload.iss === undefined || issuer(payload) !== payload.iss)) {
    throw new Error("The id token is of another issuer.");
  }
  checkClaims(context, audience, payload);
  await checkNonce(rules, payload, expected.nonce);
  if (expected.accessToken !== null) await checkHash(payload, protectedHeader.alg, expected.accessToken);
  return payload;
}

function checkClaims(context: AuthContext, audience: readonly string[], { sub, iat, exp, aud, azp }: JWTPayload): void {
  const now = context.now().getTime() / 1000;
  if (typeof sub !== "string" || sub === "") throw new Error("The id token names nobody.");
  if (typeof iat !== "number" || iat > now + skew) throw new Error("The id token is from the future.");
  if (typeof exp !== "number" || exp > now + longestLife) throw new Error("The id token lives too long.");
  if (Array.isArray(aud) && aud.length > 1 && !(typeof azp === "string" && audience.includes(azp))) {
    throw new Error("The id token is for several clients, and was made for none of ours.");
  }
}

async function checkNonce(
  { nonce: rule }: IdTokenRules,
  { nonce }: JWTPayload,
  expected: string | null,
): Promise<void> {
  if (expected === null || rule === "none") return;
  const fits = (wanted: string): boolean => typeof nonce === "string" && constantTimeEqual(nonce, wanted);
  if (fits(expected)) return;
  if (rule === "exact-or-sha256-hex" && fits(toHex(sha256(expected)))) return;
  throw new Error("The id token has another nonce.");
}

/** The access token must be the one that this id token was issued with. OpenID Connect Core, section 3.1.3.8. */
async function checkHash({ at_hash }: JWTPayload, alg: string, accessToken: string): Promise<void> {
  if (at_hash === undefined) return;
  const bits = alg.endsWith("256") ? 256 : alg.endsWith("384") ? 384 : 512;
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, utf8(accessToken)));
  if (toBase64Url(hash.subarray(0, hash.length / 2)) !== at_hash) {
    throw new Error("The id token is for another access token.");
  }
}
