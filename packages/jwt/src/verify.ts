/**
 * Public exports of `@latchkey/jwt/verify`: verifies tokens in another service. Depends only on `jose`, and calls the
 * issuer only to read its public keys and, optionally, the list of ended sessions.
 */

import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { EndedSessionList, type EndedSessionsOptions } from "./verify/ended-sessions.ts";
import { type RejectionReason, TokenVerificationError } from "./verify/errors.ts";
import { KeySet } from "./verify/key-set.ts";

export type { EndedSessionsOptions } from "./verify/ended-sessions.ts";
export { type RejectionReason, TokenVerificationError } from "./verify/errors.ts";

/** Options for `createTokenVerifier`. Times are in seconds. */
export interface TokenVerifierOptions {
  /** The `iss` claim that tokens must have: the app's origin, or its issuer if it's an OAuth provider. */
  readonly issuer: string;
  /** The `aud` claim that tokens must have. */
  readonly audience: string | readonly string[];
  /** The URL of the public keys. Default: `/api/auth/jwks` on the issuer's origin. */
  readonly jwksURL?: string;
  /** The algorithms that are accepted. Default: EdDSA, ES256, ES512, RS256, and PS256. */
  readonly algorithms?: readonly string[];
  /** The header's `typ`: `JWT` for tokens from `/token`, `at+jwt` for access tokens. Default: `JWT`. */
  readonly type?: string;
  /** Maximum age of a token, regardless of its `exp`. Default: no limit. */
  readonly maxTokenAge?: number;
  /** How long the keys are cached. Default: 300. */
  readonly cacheMaxAge?: number;
  /** Minimum time between reads of the keys, even if tokens name unknown ones. Default: 30. */
  readonly cooldown?: number;
  /** How long keys are used if they can't be read again, at least `cacheMaxAge`. Default: 3600. */
  readonly staleIfError?: number;
  /** Maximum difference between the clocks of the issuer and this service. Default: 5. */
  readonly clockTolerance?: number;
  /**
   * Rejects tokens of ended sessions within 30 seconds. Requires `revocationFeed` in the issuer's `jwt` plugin.
   * Default: such tokens are valid until they expire.
   */
  readonly endedSessions?: boolean | EndedSessionsOptions;
  /** Whether to allow plain HTTP, for development and tests. Default: only on localhost. */
  readonly allowHttp?: boolean;
  readonly fetch?: typeof fetch;
  /** The current time. Default: the system's clock. */
  readonly now?: () => Date;
}

/** The claims of a verified token. The ones listed here are always set. */
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

/**
 * Far longer than any real token. Longer ones are rejected before parsing, so that attackers can't make parsing
 * expensive.
 */
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
  if (audience.length === 0) throw new Error("audience is empty. Set it to your service's audience.");
  const access = { fetch: options.fetch ?? ((input, init) => fetch(input, init)), now, timeout: 5 } as const;
  const jwksURL = secureURL("jwksURL", new URL(options.jwksURL ?? "/api/auth/jwks", issuer), options.allowHttp);
  const ended = createList(options, jwksURL, access);
  const keys = new KeySet({
    ...access,
    url: jwksURL,
    cacheMaxAge: options.cacheMaxAge ?? 300,
    cooldown: options.cooldown ?? 30,
    staleIfError: options.staleIfError ?? 3600,
  });
  return {
    async verify(token) {
      const { kid, alg } = readHeader(token, type, algorithms);
      const { key } = await keys.find(kid, alg);
      let payload: VerifiedClaims;
      try {
        ({ payload } = await jwtVerify<VerifiedClaims>(token, key, {
          algorithms: [alg],
          issuer,
          audience: typeof audience === "string" ? audience : [...audience],
          requiredClaims: ["exp", "iat"],
          currentDate: now(),
          clockTolerance: options.clockTolerance ?? 5,
          ...(options.maxTokenAge === undefined ? {} : { maxTokenAge: options.maxTokenAge }),
        }));
      } catch (cause) {
        throw toVerificationError(cause);
      }
      // Tokens from `signJWT` don't have to belong to a session.
      if (ended && typeof payload.sid === "string" && (await ended.has(payload.sid))) {
        throw new TokenVerificationError("session-ended", "The token's session has ended.");
      }
      return payload;
    },
  };
}

function createList(
  { endedSessions = false, allowHttp }: TokenVerifierOptions,
  jwksURL: string,
  access: Pick<ConstructorParameters<typeof EndedSessionList>[0], "fetch" | "now" | "timeout">,
): EndedSessionList | null {
  if (endedSessions === false) return null;
  const { url = "jwt/ended-sessions", maxAge = 30, staleIfError = 0 } = endedSessions === true ? {} : endedSessions;
  if (!(maxAge >= 5)) throw new Error(`endedSessions.maxAge is ${maxAge}. Use at least 5 seconds.`);
  const address = secureURL("endedSessions.url", new URL(url, jwksURL), allowHttp);
  return new EndedSessionList({ ...access, url: address, maxAge, staleIfError });
}

function secureURL(option: string, url: URL, allowHttp: boolean | undefined): string {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && (allowHttp ?? isLocal))) return url.href;
  throw new Error(`${option} is ${url.href}. Use https, so that no one can replace the response.`);
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
