/** What a session stores about the user's session at a SAML provider, so that both can end together. */

import { createHash } from "node:crypto";
import type { SsoSessionColumns, SsoSubject } from "../tables.ts";

/** Returns the columns of a session that an assertion starts. */
export function sessionFieldsOf(
  providerRowId: string,
  subject: SsoSubject,
): Pick<SsoSessionColumns, "ssoIndex" | "ssoSubject"> {
  return { ssoIndex: indexOf(providerRowId, subject.nameId.value, subject.sessionIndex), ssoSubject: subject };
}

/** Returns the value of `ssoIndex`. It's a hash, because session indexes can be too long for an indexed column. */
export function indexOf(providerRowId: string, nameId: string, sessionIndex: string | null): string {
  const parts = JSON.stringify([providerRowId, nameId, sessionIndex]);
  return createHash("sha256").update(parts).digest("base64url");
}
