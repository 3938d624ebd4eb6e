/** The proof that an organization controls a domain: a TXT record that only the domain's owner can add. */

import { type AuthContext, resolveTxt } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { recordOf } from "../outputs.ts";
import type { SsoDomainRow } from "../tables.ts";

type Proof = Pick<SsoDomainRow, "domain" | "token">;

/**
 * Returns the current values of the domain's verification TXT records.
 * @throws {Error} if the lookup fails
 */
export function readProofs(context: AuthContext, settings: SsoSettings, row: Proof): Promise<readonly string[]> {
  return resolveTxt(context, recordOf(settings, row).name);
}

/** Whether one of the values is the row's token, or `{tokenPrefix}=token` for DNS providers that require a name. */
export function isProven({ tokenPrefix }: SsoSettings, { token }: Proof, texts: readonly string[]): boolean {
  return texts.some((text) => [token, `${tokenPrefix}=${token}`].includes(text.trim()));
}
