/** Starts a sign-in with an identity provider, whatever its protocol. */

import type { RequestContext, RuntimeSignIn } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { decryptSamlConfig } from "../saml-sign-in/config.ts";
import { samlProvider, samlRequestURL } from "../saml-sign-in/connect.ts";
import type { SsoProviderRow } from "../tables.ts";
import { createPolicy } from "./policy.ts";
import { connectTo } from "./runtime.ts";

/**
 * Returns the URL to send the user to. One query.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND` if its configuration can't be read, `PROVIDER_UNAVAILABLE`
 */
export async function startWithProvider(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  input: RuntimeSignIn,
): Promise<string> {
  const policy = createPolicy(settings, row);
  const saml = await decryptSamlConfig(context, row);
  if (saml) {
    return samlRequestURL(context, row, saml, await samlProvider(context, row).start(context, policy, input));
  }
  const provider = (await connectTo(context, settings, row)) ?? failWith("SSO_PROVIDER_NOT_FOUND");
  return (await provider.signIn(context, policy, input)).url;
}
