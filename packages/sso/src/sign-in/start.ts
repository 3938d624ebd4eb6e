/** Starts a sign-in with an identity provider, regardless of its protocol. */

import type { RequestContext, RuntimeSignIn } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { baseURLOf, redirectURIOf, sharedRedirectURIOf } from "../outputs.ts";
import { decryptSamlConfig } from "../saml-sign-in/config.ts";
import { samlProvider, samlRequestURL } from "../saml-sign-in/connect.ts";
import type { SsoProviderRow } from "../tables.ts";
import { createPolicy } from "./policy.ts";
import { type ConnectedProvider, connectTo } from "./runtime.ts";

/**
 * Returns the URL to redirect the user to. One query.
 * @throws {AuthError} `SSO_PROVIDER_NOT_FOUND` if its configuration can't be read, `PROVIDER_UNAVAILABLE`
 */
export async function startWithProvider(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  input: RuntimeSignIn,
  kind: "sign-in" | "trial" = "sign-in",
): Promise<string> {
  const created = createPolicy(settings, row);
  const policy = kind === "trial" ? { ...created, revision: created.trial.revision } : created;
  const saml = await decryptSamlConfig(context, row);
  if (saml) {
    return samlRequestURL(context, row, saml, await samlProvider(context, row).start(context, policy, input));
  }
  const provider = (await connectTo(context, settings, row)) ?? failWith("SSO_PROVIDER_NOT_FOUND");
  const redirectURI = await chooseRedirectURI(context, settings, row, provider);
  return (await provider.signIn(context, policy, { ...input, redirectURI })).url;
}

/** @throws {AuthError} `PROVIDER_UNAVAILABLE` */
async function chooseRedirectURI(
  context: RequestContext,
  settings: SsoSettings,
  { providerId }: SsoProviderRow,
  provider: ConnectedProvider,
): Promise<string> {
  const own = redirectURIOf(baseURLOf(context), providerId);
  const shared = sharedRedirectURIOf(baseURLOf(context), settings);
  if (shared === null) return own;
  const { usesSharedRedirect = await provider.namesItself(context).catch(unavailable) } = provider;
  return usesSharedRedirect ? shared : own;
}

function unavailable(cause: unknown): never {
  return failWith("PROVIDER_UNAVAILABLE", { cause });
}
