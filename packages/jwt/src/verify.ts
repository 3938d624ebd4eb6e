/**
 * Public exports of `@latchkey/jwt/verify`: verifies tokens in another service. Only depends on `jose`, and only calls
 * the issuer to read its public keys.
 */

import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { type RejectionReason, TokenVerificationError } from "./verify/errors.ts";
import { KeySet } from "./verify/key-set.ts";

export { type RejectionReason, TokenVerificationError } from "./verify/errors.ts";

/** Options of `createTokenVerifier`. Times are in seconds. */
export interface TokenVerifierOptions {
  /** The claim `iss` that tokens must have: the app's origin, or its issuer if it's an OAuth provider. */
  readonly issuer: string;
  /** The claim `aud` that tokens must have. */
  readonly audience: string | readonly string[];
  /** Where the public keys are. Default: `/api/auth/jwks` on the issuer's origin. */
  readonly jwksURL?: string;
  /** The algorithms that are accepted. Default: EdDSA, ES256, ES512, RS256, and PS256. */
  readonly algorithms?: readonly string[];
  /** The header's `typ`: `JWT` for tokens of `/token`, `at+jwt` for access tokens. Default: `JWT`. */
  readonly type?: string;
  /** Maximum age of a token, whatever its `exp`. Default: no limit. */
  readonly maxTokenAge?: number;
  /** How long the keys are cached. Default: 300. */
  readonly cacheMaxAge?: number;
  /** Minimum time between two reads of the keys, even if tokens name unknown ones. Default: 30. */
  readonly cooldown?: number;
  /** How long cached keys are used if they can't be read again. Default: 3600. */
  readonly staleIfError?: number;
  /** Maximum difference between the clocks. Default: 5. */
  readonly clockTolerance?: number;
  /** Whether to allow plain HTTP. For development and tests. Default: only on localhost. */
  readonly allowHttp?: boolean;
  readonly fetch?: typeof fetch;
  /** The current time. Default: the system's clock. */
  readonly now?: () => Date;
}

/** The claims of a verified token. It always has the ones listed here. */
export interface VerifiedClaims extends JWTPayload {
  readonly iss: string;
  readonly aud: string | string[];
  readonly exp: number;
  readonly iat: number;
}

/** Verifies tokens from one issuer. Create it once and reuse it, because it caches the keys. */
export interface TokenVerifier {
  /**
   * Returns the claims of a valid token.
   * @throws {TokenVerificationError} with the `reason` if the token is rejected
   */
  verify(token: string): Promise<VerifiedClaims>;
}

const defaultAlgorithms: readonly string[] = ["EdDSA", "ES256", "ES512", "RS256", "PS256"];

/** Far longer than any real token. Reject longer ones first, so that attackers can't make parsing expensive. */
const maxTokenLength = 16_384;

/**
 * Creates a verifier for an app's tokens. Keys that a token's header points to (`jku`, `jwk`, `x5u`) are never used.
 * @throws {Error} if an option is invalid
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { algorithms = defaultAlgorithms, type = "JWT", audience, issuer, now = () => new Date() } = options;
  const symmetric = algorithms.find((alg) => alg === "none" || alg.startsWith("HS"));
  if (symmetric !== undefined) {
    throw new Error(`algorithms contains "${symmetric}", which public keys can't verify. Remove it.`);
  }
  if (audience.length === 0) throw new Error("audience is empty. Set it to the name of your service.");
  const keys = new KeySet({
    url: keySetURL(options),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now,
    cacheMaxAge: options.cacheMaxAge ?? 300,
    cooldown: options.cooldown ?? 30,
    staleIfError: options.staleIfError ?? 3600,
    timeout: 5,
  });
  return {
    async verify(token) {
      const { kid, alg } = readHeader(token, type, algorithms);
      const { key } = await keys.find(kid, alg);
      try {
        const { payload } = await jwtVerify<VerifiedClaims>(token, key, {
          algorithms: [alg],
          issuer,
          audience: typeof audience === "string" ? audience : [...audience],
          requiredClaims: ["exp", "iat"],
          currentDate: now(),
          clockTolerance: options.clockTolerance ?? 5,
          ...(options.maxTokenAge === undefined ? {} : { maxTokenAge: options.maxTokenAge }),
        });
        return payload;
      } catch (cause) {
        throw toVerificationError(cause);
      }
    },
  };
}

function keySetURL({ issuer, jwksURL, allowHttp }: TokenVerifierOptions): string {
  const url = new URL(jwksURL ?? "/api/auth/jwks", issuer);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && (allowHttp ?? isLocal))) return url.href;
  throw new Error(`jwksURL is ${url.href}. Use https, so that no one can replace the keys.`);
}

function readHeader(token: string, type: string, algorithms: readonly string[]): { kid: string; alg: string } {
  if (typeof token !== "string" || token.length > maxTokenLength) {
    throw new TokenVerificationError("malformed", "The token isn't a JWT.");
  }
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch (cause) {
    throw new TokenVerificationError("malformed", "The token isn't a JWT.", { cause });
  }
  const { typ, kid, alg } = header;
  if (typ?.toLowerCase() !== type.toLowerCase()) {
    throw new TokenVerificationError("type", `The token's type isn't ${type}.`);
  }
  if (alg === undefined || !algorithms.includes(alg)) {
    throw new TokenVerificationError("algorithm", "The token's algorithm isn't accepted.");
  }
  if (kid === undefined) throw new TokenVerificationError("unknown-key", "The token doesn't name its key.");
  return { kid, alg };
}

function toVerificationError(cause: unknown): unknown {
  const reject = (reason: RejectionReason, message: string) => new TokenVerificationError(reason, message, { cause });
  if (cause instanceof errors.JWTExpired) return reject("expired", "The token has expired.");
  if (cause instanceof errors.JWTClaimValidationFailed) {
    if (cause.claim === "iss") return reject("issuer", "The token is from another issuer.");
    if (cause.claim === "aud") return reject("audience", "The token is for another audience.");
    return reject("claims", `The token's claim "${cause.claim}" isn't valid.`);
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return reject("signature", "The token's signature isn't valid.");
  }
  return cause instanceof errors.JOSEError ? reject("malformed", "The token isn't a valid JWT.") : cause;
}
