/** The proof that an organization controls a domain: a TXT record that only the domain's owner can add. */

import { type AuthContext, resolveTxt } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { recordOf } from "../outputs.ts";
import type { SsoDomainRow } from "../tables.ts";

/**
 * Whether the domain's TXT record is in DNS at the moment. Its value is the token, or `{tokenPrefix}=token` for DNS
 * providers that require a name.
 * @throws {Error} if the look-up fails, so that it isn't known
 */
export async function hasProof(
  context: AuthContext,
  settings: SsoSettings,
  row: Pick<SsoDomainRow, "domain" | "token">,
): Promise<boolean> {
  const { name, value } = recordOf(settings, row);
  const found = await resolveTxt(context, name);
  return found.some((text) => [value, `${settings.tokenPrefix}=${value}`].includes(text.trim()));
}
