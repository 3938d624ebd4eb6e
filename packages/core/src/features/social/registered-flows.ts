/** An app's configured providers, for plugins that obtain ID tokens themselves. */

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

/** Returns the app's client ids at a provider, or `null` if the app hasn't configured that provider. */
export function providerClientIds(context: AuthContext, providerId: string): readonly string[] | null {
  return findFlows(context, providerId)?.clientIds ?? null;
}

/** Whether the app has configured a provider with this id. */
export function hasProvider(context: AuthContext, providerId: string): boolean {
  return findFlows(context, providerId) !== undefined;
}

function findFlows({ appCache }: AuthContext, providerId: string): ProviderFlows | undefined {
  return (appCache.get(flowsKey) as ReadonlyMap<string, ProviderFlows> | undefined)?.get(providerId);
}

/**
 * Signs in with an ID token that the provider gave to the app itself, as `/sign-in/social` does: the token works once,
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
  const flow = findFlows(context, providerId) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
  return flow.signInWithIdToken(context, idToken, options);
}
