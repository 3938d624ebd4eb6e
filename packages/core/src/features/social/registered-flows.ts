/** The configured providers of an app, for plugins that get id tokens in their own way. */

import { fail } from "../../http/errors.ts";
import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import type { CoreModels } from "../../plugin/types.ts";
import type { IdTokenInput, SocialSignedIn } from "./contract.ts";
import type { IdTokenSignInOptions, ProviderFlows } from "./flows.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";

const flowsKey = Symbol("social flows");

/** Called once per app. */
export function registerFlows({ appCache }: AuthContext, flows: ReadonlyMap<string, ProviderFlows>): void {
  appCache.set(flowsKey, flows);
}

/**
 * Signs in with an id token that the provider gave to the app itself, as `/sign-in/social` does: the token works once,
 * and its email is linked by the same rules.
 *
 * @param providerId a provider that the app configured
 * @throws {AuthError} the codes of `/sign-in/social`
 */
export function signInWithIdToken(
  context: RequestContext,
  providerId: string,
  idToken: IdTokenInput,
  options: IdTokenSignInOptions = {},
): Promise<SocialSignedIn | CoreModels["challenge"]> {
  const flows = context.appCache.get(flowsKey) as ReadonlyMap<string, ProviderFlows> | undefined;
  const flow = flows?.get(providerId) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
  return flow.signInWithIdToken(context, idToken, options);
}
