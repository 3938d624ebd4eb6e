/** What a session stores about the user's session at a SAML provider, so that both can end together. */

import { createHash } from "node:crypto";
import type { SsoSessionColumns, SsoSubject } from "../tables.ts";

/** Returns the columns of a session that starts with an assertion. */
export function sessionFieldsOf(
  providerRowId: string,
  subject: SsoSubject,
): Pick<SsoSessionColumns, "ssoIndex" | "ssoSubject"> {
  return { ssoIndex: indexOf(providerRowId, subject.nameId.value, subject.sessionIndex), ssoSubject: subject };
}

/** Returns the value of `ssoIndex`. Session indexes can be longer than a column with an index. */
export function indexOf(providerRowId: string, nameId: string, sessionIndex: string | null): string {
  const parts = JSON.stringify([providerRowId, nameId, sessionIndex]);
  return createHash("sha256").update(parts).digest("base64url");
}
