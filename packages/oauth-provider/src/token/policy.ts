/** What new tokens of a grant can be for: its resources and scopes, as they are now. */

import type { RequestContext } from "@latchkey/core/plugin";
import { scopesOf } from "../clients/store.ts";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { findResources, narrowScopes } from "../resources/lookup.ts";
import type { ResourceSettings } from "../resources/options.ts";
import { isSubset, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";

/** What a client asks for, of what the user allowed. */
export interface TokenRequest {
  readonly client: OAuthClientRow;
  readonly granted: { readonly scopes: readonly string[]; readonly resources: readonly string[] };
  /** When the user allowed it, or the device asked. */
  readonly since: Date;
  /** The parameter `scope`. Default: all that the user allowed. */
  readonly scope?: string | undefined;
  /** The parameter `resource`. Default: all that the user allowed. */
  readonly resource?: readonly string[] | undefined;
  /** Thumbprint of the key that the tokens get bound to. */
  readonly confirmation: string | null;
}

/** What new tokens are for. */
export interface TokenPolicy {
  readonly resources: readonly ResourceSettings[];
  readonly scopes: readonly string[];
  /** Seconds for which a refresh token works if it isn't used. */
  readonly refreshTokenExpiresIn: number;
}

/**
 * Returns what the tokens are for. No query without resources of the table, otherwise one.
 * @throws {AuthError} `invalid_target` for a resource that wasn't allowed, or that has been disabled, deleted, or unlinked
 * since; `invalid_scope`; `invalid_dpop_proof`
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
  // Without the parameter, what's left is fine. RFC 6749, section 6.
  if (scopes.length < asked.length && (scope !== undefined || scopes.length === 0)) refuse("invalid_scope");
  // Not only of those asked for: the refresh token also works for the others.
  const times = [...found.values()].map((one) => one.refreshTokenExpiresIn ?? settings.lifetimes.refreshToken);
  return { resources, scopes, refreshTokenExpiresIn: Math.min(settings.lifetimes.refreshToken, ...times) };
}

/** @throws {AuthError} `invalid_dpop_proof` if a resource takes bound tokens only */
export function checkBinding(resources: readonly ResourceSettings[], confirmation: string | null): void {
  if (confirmation === null && resources.some((resource) => resource.requiresProof)) refuse("invalid_dpop_proof");
}
