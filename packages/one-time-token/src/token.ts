/**
 * The token. It's signed, so generating one stores nothing. It contains the session, the origin where it can be used,
 * and a random id that's stored once it's used.
 */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "@latchkey/core/crypto";
import { type AuthContext, defineTokenKind, type TokenKind } from "@latchkey/core/plugin";

/** Marks used tokens until they expire. */
export const usedOneTimeToken: TokenKind<object> = defineTokenKind<object>({
  name: "one-time-token",
  expiresIn: 600,
  form: "signed",
});

/** The contents of a token. */
export interface OneTimeTokenClaims {
  /** Id of the session that it came from. */
  readonly sessionId: string;
  /** The origin where it can be used. */
  readonly audience: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly id: string;
}

const purpose = "one-time-token";

/** Creates a signed token without querying the database. */
export function createOneTimeToken(
  context: AuthContext,
  claims: Pick<OneTimeTokenClaims, "sessionId" | "audience">,
  expiresIn: number,
): string {
  const id = toBase64Url(context.random(16));
  const expiresAt = context.now().getTime() + expiresIn * 1000;
  const content = toBase64Url(utf8(JSON.stringify([claims.sessionId, claims.audience, expiresAt, id])));
  return `${content}.${context.keys.signing(purpose).signBase64Url(content)}`;
}

/** Returns the contents of a token, or `null` if it's forged or has expired. */
export function readOneTimeToken(context: AuthContext, token: string): OneTimeTokenClaims | null {
  const [content = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !context.keys.signing(purpose).verifyBase64Url(content, signature)) return null;
  const [sessionId, audience, expiresAt, id] = JSON.parse(fromUtf8(fromBase64Url(content) ?? new Uint8Array())) as [
    string,
    string,
    number,
    string,
  ];
  return expiresAt > context.now().getTime() ? { sessionId, audience, expiresAt, id } : null;
}
