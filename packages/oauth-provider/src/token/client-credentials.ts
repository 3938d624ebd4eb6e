/** Issues a token for a client that acts for itself. RFC 6749, section 4.4. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { TokenResponse } from "../call-types.ts";
import { isPublicClient } from "../clients/store.ts";
import type { GrantInput } from "../dpop.ts";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { allowsScopes, findResources } from "../resources/lookup.ts";
import { builtInScopes, isSubset, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";
import { issueAccessToken, tokenResponse } from "./issue.ts";
import { checkBinding } from "./policy.ts";

/** Returns an access token that isn't for a user. */
export async function exchangeClientCredentials(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { scope, resource = [], confirmation }: GrantInput,
): Promise<TokenResponse> {
  // Only the server sets these scopes. If there are none, the client isn't allowed to act for itself.
  if (isPublicClient(client) || client.clientCredentialsScopes === null) return refuse("unauthorized_client");
  const allowed = client.clientCredentialsScopes.filter((one) => !builtInScopes.has(one));
  const scopes = scope === undefined ? allowed : splitWords(scope);
  if (!isSubset(scopes, allowed)) refuse("invalid_scope");
  const { clientId } = client;
  const found = await findResources(context.db, settings, { clientId, names: resource });
  const resources = [...new Set(resource)].map((name) => found.get(name) ?? refuse("invalid_target"));
  if (!resources.every((one) => allowsScopes(one, scopes))) refuse("invalid_scope");
  checkBinding(resources, confirmation);
  const access = await issueAccessToken(context, settings, {
    client,
    scopes,
    resources,
    user: null,
    grant: null,
    membership: null,
    confirmation,
  });
  await access.store(context.db);
  return tokenResponse(context, { access, scopes });
}
