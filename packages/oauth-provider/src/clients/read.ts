/** The calls that read clients. */

import { defineEndpoint, type EndpointOf, input, requireSession } from "@latchkey/core/plugin";
import { list, type Shape } from "@latchkey/core/shapes";
import { findPending, readSignedQuery } from "../authorize/pending.ts";
import type { OAuthClient, PublicClientPreloginInput } from "../call-types.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { oauthClientTable } from "../tables.ts";
import { findManaged, requireOrganization } from "./access.ts";
import { presentClient, presentPublicClient } from "./metadata.ts";
import { clientOutput, publicClientOutput } from "./outputs.ts";
import { findActiveClient } from "./store.ts";

const clientIdField = { client_id: input.id };

const clientsOutput: Shape<readonly OAuthClient[]> = list(clientOutput);

/** Lists the caller's clients or an organization's, newest first. */
export function getClients(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["getOAuthClients"]> {
  return defineEndpoint({
    method: "GET",
    path: "/oauth2/get-clients",
    summary: "List your clients, or those of an organization",
    input: input.object({ organizationId: input.optional(input.id) }),
    output: clientsOutput,
    guards: [requireSession],
    errors: pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS"),
    queryBudget: 3,
    async handle({ organizationId }, context) {
      const { user, session } = context;
      if (organizationId !== undefined) await requireOrganization(context, settings, context, organizationId, "read");
      else if (!(await settings.clientPrivileges({ action: "list", user, session }))) {
        failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS");
      }
      const rows = await context.db.findMany(oauthClientTable, {
        where: organizationId === undefined ? { userId: user.id } : { organizationId },
        orderBy: [{ column: "createdAt", direction: "desc" }],
        limit: 100,
      });
      return rows.map((row) => presentClient(settings, row));
    },
  });
}

/** Returns a client that the caller or their organization owns. */
export function getClient(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["getOAuthClient"]> {
  return defineEndpoint({
    method: "GET",
    path: "/oauth2/get-client",
    summary: "Get one of your or your organization's clients",
    input: input.object(clientIdField),
    output: clientOutput,
    guards: [requireSession],
    errors: pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS", "OAUTH_CLIENT_NOT_FOUND"),
    queryBudget: 3,
    async handle({ client_id: clientId }, context) {
      const { row } = await findManaged(context, settings, context, clientId, "read");
      return presentClient(settings, row);
    },
  });
}

/** Returns what users see of a client, for the sign-in page. Works only while a request from that client is pending. */
export function getPublicClientPrelogin(
  settings: ProviderSettings,
): EndpointOf<OAuthProviderCalls["getOAuthPublicClientPrelogin"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/public-client-prelogin",
    summary: "Get what users see of a client before they sign in",
    input: input.object<PublicClientPreloginInput>({
      ...clientIdField,
      oauth_query: input.optional(input.rawText({ max: 8192 })),
    }),
    output: publicClientOutput,
    errors: pickErrors("OAUTH_CLIENT_NOT_FOUND", "INVALID_OAUTH_REQUEST"),
    rateLimit: { window: 60, max: 30 },
    queryBudget: 2,
    async handle({ client_id: clientId, oauth_query: query }, context) {
      const id = settings.showsClientsBeforeSignIn ? readSignedQuery(context, query) : null;
      const pending = id === null ? null : await findPending(context, id);
      if (pending?.request.clientId !== clientId) failWith("INVALID_OAUTH_REQUEST");
      const client = await findActiveClient(context, clientId);
      return client ? presentPublicClient(client) : failWith("OAUTH_CLIENT_NOT_FOUND");
    },
  });
}

/** Returns what users see of a client, for the consent page. */
export const getPublicClient: EndpointOf<OAuthProviderCalls["getOAuthPublicClient"]> = defineEndpoint({
  method: "GET",
  path: "/oauth2/public-client",
  summary: "Get what users see of a client",
  input: input.object(clientIdField),
  output: publicClientOutput,
  guards: [requireSession],
  errors: pickErrors("OAUTH_CLIENT_NOT_FOUND"),
  queryBudget: 2,
  async handle({ client_id: clientId }, context) {
    const client = await findActiveClient(context, clientId);
    return client ? presentPublicClient(client) : failWith("OAUTH_CLIENT_NOT_FOUND");
  },
});
