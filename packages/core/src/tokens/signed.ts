/** The signed form of a token: a JWT that says whom it is about, and whose id is the secret that can be used once. */

import type { AuthContext } from "../plugin/context.ts";
import type { TokenKind } from "./kind.ts";

/** What a signed token says. */
export interface SignedClaims {
  /** The user's id. */
  readonly sub: string;
  /** The secret of the row; 24 random characters. */
  readonly jti: string;
  /** The address that it is about. */
  readonly email: string;
  /** The address that is to take its place. */
  readonly updateTo?: string;
}

/** How far the clock of a server that made a token may be ahead of this one's, in seconds. */
const skew = 300;

/** Longest signed token that is looked at, in characters. */
const longest = 2048;

/** HS256, under a key of this kind's own, bound to the kind (`aud`, `typ`) and to this server (`iss`). RFC 7519. */
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

/** What a signed token of this kind says; `expired` for one whose time is over, `invalid` for anything else. */
export async function readSignedToken(
  context: AuthContext,
  kind: TokenKind,
  issuer: string,
  token: string,
): Promise<SignedClaims | "expired" | "invalid"> {
  if (token.length > longest) return "invalid";
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
      // Another secret may have signed it; for anything else further keys say the same.
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
