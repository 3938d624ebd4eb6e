/** Determines which resources and scopes a grant's new tokens can have. */

import type { RequestContext } from "@latchkey/core/plugin";
import { scopesOf } from "../clients/store.ts";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { findResources, narrowScopes } from "../resources/lookup.ts";
import type { ResourceSettings } from "../resources/options.ts";
import { isSubset, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";

/** A client's request for tokens, and what the user granted. */
export interface TokenRequest {
  readonly client: OAuthClientRow;
  readonly granted: { readonly scopes: readonly string[]; readonly resources: readonly string[] };
  /** When the user granted access, or the device requested it. */
  readonly since: Date;
  /** The `scope` parameter. Default: all scopes that the user granted. */
  readonly scope?: string | undefined;
  /** The `resource` parameter. Default: all resources that the user granted. */
  readonly resource?: readonly string[] | undefined;
  /** Thumbprint of the key to bind the tokens to. */
  readonly confirmation: string | null;
}

/** The resources and scopes of new tokens. */
export interface TokenPolicy {
  readonly resources: readonly ResourceSettings[];
  readonly scopes: readonly string[];
  /** How long an unused refresh token is valid, in seconds. */
  readonly refreshTokenExpiresIn: number;
}

/**
 * Returns the resources and scopes of new tokens. One query, or none if all of the resources are in the options.
 * @throws {AuthError} `invalid_target` for a resource that wasn't allowed, or that has been disabled, deleted, or
 * unlinked since; `invalid_scope`; `invalid_dpop_proof`
 */
export async function readPolicy(
  { db }: RequestContext,
  settings: ProviderSettings,
  { client, granted, since, scope, resource, confirmation }: TokenRequest,
): Promise<TokenPolicy> {
  const names = [...new Set(resource ?? granted.resources)];
  if (!isSubset(names, granted.resources)) refuse("invalid_target");
  const { clientId } = client;
  const found = await findResources(db, settings, { clientId, names: granted.resources, since });
  const resources = names.map((name) => found.get(name) ?? refuse("invalid_target"));
  checkBinding(resources, confirmation);

  const asked = scope === undefined ? granted.scopes : splitWords(scope);
  if (!isSubset(asked, granted.scopes)) refuse("invalid_scope");
  const allowed = scopesOf(client, settings);
  const scopes = narrowScopes(resources, asked).filter((one) => allowed.includes(one));
  // Without the parameter, the client gets the scopes that are left. RFC 6749, section 6.
  if (scopes.length < asked.length && (scope !== undefined || scopes.length === 0)) refuse("invalid_scope");
  // Considers all resources of the grant, not only the requested ones, because the refresh token works for all of them.
  const times = [...found.values()].map((one) => one.refreshTokenExpiresIn ?? settings.lifetimes.refreshToken);
  return { resources, scopes, refreshTokenExpiresIn: Math.min(settings.lifetimes.refreshToken, ...times) };
}

/** Checks that bound tokens are used where a resource requires them. @throws {AuthError} `invalid_dpop_proof` if not */
export function checkBinding(resources: readonly ResourceSettings[], confirmation: string | null): void {
  if (confirmation === null && resources.some((resource) => resource.requiresProof)) refuse("invalid_dpop_proof");
}
