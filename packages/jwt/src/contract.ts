/** The calls of the JWT plugin, with their inputs, responses, and errors. */

import type { Session, User } from "@latchkey/core";
import type { CoreModels, Models, PluginTypes, PublicQuery, ServerCall, SessionQuery } from "@latchkey/core/plugin";

/** The session that a token represents. */
export interface ActiveSession {
  readonly user: User;
  readonly session: Session;
}

/** A public key as a JWK. RFC 7517, section 4. */
export interface JsonWebKey {
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
  readonly kty?: string | undefined;
  readonly crv?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
}

/** Response from `/jwks`. RFC 7517, section 5. */
export interface JsonWebKeySet {
  readonly keys: readonly JsonWebKey[];
}

/** Input for `/token`. */
export interface GetTokenQuery {
  /** The token's audience. One of `allowedAudiences`. Default: the app's own audience. */
  readonly audience?: string | undefined;
}

/** A signed token. */
export interface SignedToken {
  readonly token: string;
}

/** Input for `/jwt/ended-sessions`. */
export interface ListEndedSessionsQuery {
  /** `until` from the previous response. Default: all sessions whose tokens could still be valid. */
  readonly since?: string | undefined;
}

/** The sessions that ended. */
export interface EndedSessions {
  /**
   * For each session, the first 22 characters of the SHA-256 of the `sid` claim, in base64url. Later responses can
   * repeat some of them.
   */
  readonly sids: readonly string[];
  /** Pass it as `since` next time. */
  readonly until: string;
  /** Whether there are more. If so, pass `until` as `since` immediately. */
  readonly more: boolean;
}

/** Input for `auth.api.signJWT`. */
export interface SignJwtInput {
  /** The claims. The plugin sets all registered ones except `sub`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly overrideOptions?: SignJwtOverrides | undefined;
}

/** Options that a `signJWT` call can override. */
export interface SignJwtOverrides {
  readonly issuer?: string | undefined;
  readonly audience?: string | readonly string[] | undefined;
  /** Seconds until the token expires, at most 3600. */
  readonly expirationTime?: number | undefined;
}

/** Input for `auth.api.verifyJWT`. */
export interface VerifyJwtInput {
  readonly token: string;
  /** The `iss` claim that the token must have. Default: the app's issuer. */
  readonly issuer?: string | undefined;
  /** The `aud` claim that the token must have. Default: the app's audience. */
  readonly audience?: string | undefined;
}

/** Response from `auth.api.verifyJWT`. */
export interface VerifiedJwt {
  /** `null` if the token isn't valid. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/**
 * What a key is used for. `published`: it will sign later. `signing`: it signs now. `retired`: it only verifies.
 * `removed`: it's no longer published.
 */
export type SigningKeyStatus = "published" | "signing" | "retired" | "removed";

/** A signing key, without the key itself. */
export interface SigningKeyState {
  readonly kid: string;
  readonly alg: string;
  readonly status: SigningKeyStatus;
  readonly createdAt: Date;
  readonly activeAt: Date | null;
  readonly expiresAt: Date | null;
  readonly removeAt: Date | null;
}

/** Input for `auth.api.rotateSigningKeys`. */
export interface RotateKeysInput {
  /** The algorithm whose key to rotate. Default: all algorithms that have a key. */
  readonly alg?: string | undefined;
  /**
   * Whether the keys might have leaked. If true, they're deleted immediately, and tokens signed with them stop working.
   */
  readonly compromised?: boolean | undefined;
}

/** One step of the rotation test. */
export interface RotationStep {
  readonly name: string;
  readonly passed: boolean;
}

/** The plugin's calls. */
export interface JwtCalls<_M extends Models = CoreModels> {
  /** Returns the public keys. */
  readonly getJwks: PublicQuery<void, JsonWebKeySet, "NOT_FOUND">;
  /** Returns a token for the caller's session. */
  readonly getToken: SessionQuery<GetTokenQuery | void, SignedToken, "INVALID_AUDIENCE">;
  /** Lists the sessions that ended recently, for services that verify tokens. Only with `revocationFeed`. */
  readonly listEndedSessions: PublicQuery<ListEndedSessionsQuery | void, EndedSessions, "NOT_FOUND">;
  /** Signs a payload. */
  readonly signJWT: ServerCall<SignJwtInput, SignedToken>;
  /** Verifies a token from `/token` or `signJWT`. */
  readonly verifyJWT: ServerCall<VerifyJwtInput, VerifiedJwt>;
  /** Lists the signing keys. */
  readonly listSigningKeys: ServerCall<void, readonly SigningKeyState[]>;
  /** Replaces the signing keys. */
  readonly rotateSigningKeys: ServerCall<RotateKeysInput | void, readonly SigningKeyState[], "UNSUPPORTED_ALGORITHM">;
  /** Tests a rotation with the app's settings and simulated keys. Doesn't change anything. */
  readonly testKeyRotation: ServerCall<void, readonly RotationStep[]>;
}

/** The calls as they appear on the client. */
export interface JwtClient<C extends JwtCalls<Models>> {
  readonly jwks: C["getJwks"]["client"];
  readonly token: C["getToken"]["client"];
  readonly jwt: { readonly endedSessions: C["listEndedSessions"]["client"] };
}

/** What the plugin adds to an app's types. */
export interface JwtTypes extends PluginTypes {
  readonly calls: JwtCalls<this["$app"]>;
  readonly client: JwtClient<this["calls"]>;
}
