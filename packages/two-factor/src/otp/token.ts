/** The token behind codes that are sent. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { defineTokenKind, type TokenKind } from "@latchkey/core/plugin";
import type { VerificationSubject } from "../verification-subject.ts";

/**
 * The secret is the code plus the secret of the challenge or session that requested it. A digest of six digits alone
 * could be brute-forced from the database. This also makes a code useless in any other session.
 */
export const otpToken: TokenKind<object> = defineTokenKind<object>({
  name: "two-factor-sent-code",
  expiresIn: 180,
  form: "given",
  newestOnly: true,
});

/** Returns the token's secret. */
export function otpTokenSecret({ secret }: VerificationSubject, code: string): string {
  return `${secret}\0${code}`;
}

/** Returns the token's subject, a digest of the challenge or session that the code belongs to. */
export function otpTokenSubject({ secret }: VerificationSubject): string {
  return sha256Base64Url(`two-factor-sent-code\0${secret}`);
}
