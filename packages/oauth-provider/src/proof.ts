/** Verifies DPoP proofs, for the provider and for APIs. RFC 9449, section 4.3. Depends only on `jose`. */

import { base64url, calculateJwkThumbprint, decodeProtectedHeader, errors, importJWK, jwtVerify } from "jose";

/** The signature algorithms that proofs can use. */
export const proofAlgorithms: readonly string[] = ["ES256", "ES512", "EdDSA", "PS256", "RS256"];

/** How long a proof is accepted, in seconds. Clocks can differ by a minute. */
const maxProofAge = 120;
const clockTolerance = 60;

/** How long to remember a proof, in seconds. After that, it's too old to be accepted again. */
export const proofMemory = 300;

/** The request that a proof must be for. */
export interface ExpectedRequest {
  readonly method: string;
  readonly url: string;
  /** The access token that comes with the request, if any. */
  readonly accessToken?: string;
}

/** A valid proof. The caller must still check that it wasn't used before. */
export interface VerifiedProof {
  /** Thumbprint of the key. */
  readonly thumbprint: string;
  readonly jti: string;
}

/** Returns the key and ID of a valid proof, or `null`. */
export async function verifyProof(
  proof: string,
  { method, url, accessToken }: ExpectedRequest,
  now: Date,
): Promise<VerifiedProof | null> {
  if (proof.length > 8192) return null;
  try {
    const { jwk, alg } = decodeProtectedHeader(proof);
    // A proof must contain a public key. A secret or private key proves nothing.
    if (!jwk || jwk.kty === "oct" || "d" in jwk || "k" in jwk) return null;
    const { payload } = await jwtVerify(proof, await importJWK(jwk, alg), {
      algorithms: [...proofAlgorithms],
      typ: "dpop+jwt",
      requiredClaims: ["jti", "htm", "htu", "iat"],
      maxTokenAge: maxProofAge,
      clockTolerance,
      currentDate: now,
    });
    const { jti, htm, htu, ath } = payload;
    if (typeof jti !== "string" || jti === "" || jti.length > 255) return null;
    if (htm !== method || typeof htu !== "string" || withoutQuery(htu) !== withoutQuery(url)) return null;
    if (accessToken !== undefined && ath !== (await hashOf(accessToken))) return null;
    return { thumbprint: await calculateJwkThumbprint(jwk), jti };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || isKeyError(error)) return null;
    throw error;
  }
}

/** Whether the platform rejected the key, for example because its point isn't on the curve. */
function isKeyError(error: unknown): boolean {
  return error instanceof Error && ["DataError", "NotSupportedError", "SyntaxError"].includes(error.name);
}

function withoutQuery(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

async function hashOf(token: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}
