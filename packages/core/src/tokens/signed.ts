/** Signed tokens, which are JWTs that name their subject. The JWT's id is the one-time secret. */

import type { AuthContext } from "../kernel/context.ts";
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

/** Tolerated clock difference to the server that issued the token, in seconds. */
const skew = 300;

/** Maximum length of a signed token in characters. Longer ones aren't verified. */
const maxTokenLength = 2048;

/**
 * Signs a token with HS256 and a separate key per kind, bound to the kind (`aud`, `typ`) and to this server (`iss`).
 * RFC 7519.
 */
export async function signToken(
  context: AuthContext,
  kind: TokenKind,
  issuer: string,
  claims: SignedClaims,
  expiresAt: Date,
): Promise<string> {
  const { SignJWT } = await import("jose");
  const [key] = context.keys.bytes(`token:${kind.name}`) as readonly [Uint8Array];
  const { sub, jti, ...rest } = claims;
  return new SignJWT(rest)
    .setProtectedHeader({ alg: "HS256", typ: typeOf(kind) })
    .setSubject(sub)
    .setJti(jti)
    .setIssuer(issuer)
    .setAudience(kind.name)
    .setIssuedAt(Math.floor(context.now().getTime() / 1000))
    .setExpirationTime(Math.ceil(expiresAt.getTime() / 1000))
    .sign(key);
}

/** Returns the claims of a signed token. `expired` if it has expired, `invalid` for anything else. */
export async function readSignedToken(
  context: AuthContext,
  kind: TokenKind,
  issuer: string,
  token: string,
): Promise<SignedClaims | "expired" | "invalid"> {
  if (token.length > maxTokenLength) return "invalid";
  const { errors, jwtVerify } = await import("jose");
  for (const key of context.keys.bytes(`token:${kind.name}`)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        typ: typeOf(kind),
        issuer,
        audience: kind.name,
        requiredClaims: ["sub", "jti", "iat", "exp", "email"],
        currentDate: context.now(),
      });
      return isSound(context, payload) ? payload : "invalid";
    } catch (error) {
      if (error instanceof errors.JWTExpired) return "expired";
      // It may have been signed with an older secret. Any other error would be the same with all keys.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return "invalid";
    }
  }
  return "invalid";
}

function typeOf(kind: TokenKind): string {
  return `${kind.name}+jwt`;
}

function isSound(context: AuthContext, payload: object): payload is SignedClaims {
  const { sub, jti, email, updateTo, iat } = payload as Record<string, unknown>;
  const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
  const fromThePast = typeof iat === "number" && iat <= context.now().getTime() / 1000 + skew;
  return fromThePast && [sub, jti, email].every(isText) && (updateTo === undefined || isText(updateTo));
}
