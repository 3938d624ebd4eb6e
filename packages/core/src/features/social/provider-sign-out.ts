/** Signs users out at the provider too. OpenID Connect RP-Initiated Logout 1.0, section 2. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect } from "../../kernel/redirect.ts";
import { type AccountRow, accountTable } from "../../tables/account.ts";
import type { SessionRow } from "../../tables/session.ts";
import { checkURL } from "./check-url.ts";
import type { Connection } from "./connection.ts";
import type { EndSessionInput, ProviderFlows } from "./flows.ts";

/**
 * Creates the function that returns the provider's sign-out URL for an ended session, or `null` if there is none.
 * Returns `null` instead of a function if no provider supports sign-out, to save a query.
 */
export function providerSignOut(
  flows: ReadonlyMap<string, ProviderFlows>,
): ((context: RequestContext, session: SessionRow, input: EndSessionInput) => Promise<string | null>) | null {
  if (![...flows.values()].some(({ endSessionURL }) => endSessionURL)) return null;
  return async (context, { signInAccountId: id, userId }, input) => {
    if (id === null) return null;
    const account = await context.db.findOne(accountTable, { where: { id, userId } });
    const endSessionURL = account && flows.get(account.providerId)?.endSessionURL;
    if (!endSessionURL) return null;
    try {
      return await endSessionURL(context, account, input);
    } catch (error) {
      // The session has already ended here, so an unreachable provider must not make sign-out fail.
      context.log.warn("Couldn't sign a user out at the provider", { provider: account.providerId, error });
      return null;
    }
  };
}

export async function createEndSessionURL(
  context: RequestContext,
  connection: Connection,
  account: AccountRow,
  { callbackURL, state }: EndSessionInput,
): Promise<string | null> {
  const { endpoint, postLogoutRedirectURI } = connection.provider.endSession ?? {};
  const endSessionEndpoint = endpoint ?? (await connection.server(context)).end_session_endpoint;
  if (!endSessionEndpoint)
    throw new Error(`${connection.provider.id}: the provider's metadata has no end_session_endpoint.`);
  checkURL(
    `${connection.provider.id}: the end-session endpoint`,
    endSessionEndpoint,
    connection.provider.allowInsecure === true,
  );
  const url = new URL(endSessionEndpoint);
  const idToken = await decryptProviderToken(context, account, "idToken");
  const returnURL = callbackURL === null ? postLogoutRedirectURI : buildRedirect(context, callbackURL);
  const parameters = {
    client_id: connection.clientIds[0],
    id_token_hint: idToken,
    post_logout_redirect_uri: returnURL,
    state: returnURL === undefined ? undefined : state,
  };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  return url.toString();
}
