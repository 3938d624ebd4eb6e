/** Codes that are sent. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { defineTokenKind, type TokenKind } from "@latchkey/core/plugin";
import type { Asker } from "../asker.ts";

/**
 * Its secret is the code together with the secret of the challenge or session that asked for it: a digest of six digits
 * alone could be undone by whoever reads the database, and so the code is worth nothing to anybody else.
 */
export const sentCodeToken: TokenKind<object> = defineTokenKind<object>({
  name: "two-factor-sent-code",
  expiresIn: 180,
  form: "given",
  newestOnly: true,
});

/** What the token's secret is. */
export function sentSecret({ secret }: Asker, code: string): string {
  return `${secret}\0${code}`;
}

/** For which challenge or session a code is. */
export function sentSubject({ secret }: Asker): string {
  return sha256Base64Url(`two-factor-sent-code\0${secret}`);
}
