/** Issues a token to a client that acts for itself. RFC 6749, section 4.4. */

import type { RequestContext } from "@latchkey/core/plugin";
import { builtInScopes } from "../authorize/request.ts";
import { isPublicClient } from "../clients/store.ts";
import type { TokenResponse } from "../contract.ts";
import type { GrantInput } from "../dpop.ts";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { isSubset, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";
import { issueAccessToken, tokenResponse } from "./issue.ts";

/** Returns an access token that isn't about a user. */
export async function exchangeClientCredentials(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { scope, resource = [], confirmation }: GrantInput,
): Promise<TokenResponse> {
  if (isPublicClient(client)) refuse("unauthorized_client");
  const allowed = (client.clientCredentialsScopes ?? []).filter((one) => !builtInScopes.has(one));
  const scopes = scope === undefined ? allowed : splitWords(scope);
  if (!isSubset(scopes, allowed)) refuse("invalid_scope");
  for (const name of resource) {
    const known = settings.resources.get(name);
    if (!known) refuse("invalid_target");
    if (known.scopes !== null && !isSubset(scopes, known.scopes)) refuse("invalid_scope");
  }
  const access = await issueAccessToken(context, settings, {
    client,
    scopes,
    resources: resource,
    user: null,
    grant: null,
    membership: null,
    confirmation,
  });
  await access.store(context.db);
  return tokenResponse(context, { access, scopes });
}
