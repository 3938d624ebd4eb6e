/** Signed tokens, which are JWTs that name their subject. The JWT's id is the one-time secret. */

import type { AuthContext } from "../kernel/context.ts";
import { signJwt, verifyJwt } from "./jwt.ts";
import type { TokenKind } from "./kind.ts";

/** The claims of a signed token. */
export interface SignedClaims {
  /** The user's id. */
  readonly sub: string;
  /** The secret of the row: 24 random characters. */
  readonly jti: string;
  /** The email that it's about. */
  readonly email: string;
  /** The new email that will replace it. */
  readonly updateTo?: string;
}

/** Tolerated clock difference from the server that issued the token, in seconds. */
const skew = 300;

/** Maximum length of a signed token in characters. Longer ones aren't verified. */
const maxTokenLength = 2048;

/**
 * Signs a token with HS256 and a separate key per kind, bound to the kind (`aud`, `typ`) and to this server (`iss`).
 * RFC 7519.
 */
export function signToken(
  context: AuthContext,
  kind: TokenKind,
  issuer: string,
  claims: SignedClaims,
  expiresAt: Date,
): string {
  const [key] = context.keys.bytes(`token:${kind.name}`) as readonly [Uint8Array];
  return signJwt(key, typeOf(kind), {
    ...claims,
    iss: issuer,
    aud: kind.name,
    iat: Math.floor(context.now().getTime() / 1000),
    exp: Math.ceil(expiresAt.getTime() / 1000),
  });
}

/** Returns the claims of a signed token. `expired` if it has expired, `invalid` for anything else. */
export function readSignedToken(
  context: AuthContext,
  kind: TokenKind,
  issuer: string,
  token: string,
): SignedClaims | "expired" | "invalid" {
  if (token.length > maxTokenLength) return "invalid";
  const expected = { type: typeOf(kind), issuer, audience: kind.name, now: context.now() };
  for (const key of context.keys.bytes(`token:${kind.name}`)) {
    const result = verifyJwt(key, token, expected);
    // It may have been signed with an older secret. Any other failure would be the same with every key.
    if (result === "forged") continue;
    return typeof result === "string" || hasValidClaims(context, result) ? result : "invalid";
  }
  return "invalid";
}

function typeOf(kind: TokenKind): string {
  return `${kind.name}+jwt`;
}

function hasValidClaims(context: AuthContext, claims: object): claims is SignedClaims {
  const { sub, jti, email, updateTo, iat } = claims as Readonly<Record<string, unknown>>;
  const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
  const isPast = typeof iat === "number" && iat <= context.now().getTime() / 1000 + skew;
  return isPast && [sub, jti, email].every(isText) && (updateTo === undefined || isText(updateTo));
}
