/** `/oauth2/register/:client_id`, with which clients manage their own registration. RFC 7592. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  input,
  oauthErrorFormat,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import { claimsOutput } from "../claims.ts";
import type { OAuthProviderCalls, UpdateRegistrationInput } from "../contract.ts";
import { oauthErrors, refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { checkClient, metadataFields, noMetadata, presentRegistration, toColumns } from "./metadata.ts";
import { registrationOutput } from "./outputs.ts";
import { checkRegistration, orRefuse, withKnownScopes } from "./register.ts";
import { authMethodOf, forgetConsents } from "./store.ts";

const { invalid_redirect_uri, invalid_client_metadata, invalid_token } = oauthErrors;

const path = "/oauth2/register/:client_id";

const management = {
  path,
  originCheck: "exempt",
  cors: "any-origin",
  errorFormat: oauthErrorFormat,
  rateLimit: { window: 60, max: 10 },
} as const;

/** Returns the registration. */
export function getRegistration(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["getOAuthRegistration"]> {
  return defineEndpoint({
    ...management,
    method: "GET",
    summary: "Get the client's registration",
    input: input.object({ client_id: input.id }),
    output: registrationOutput,
    errors: { invalid_token },
    queryBudget: 1,
    handle: async ({ client_id: clientId }, context) => presentRegistration(settings, await findOwn(context, clientId)),
  });
}

/** Replaces the metadata. Users are asked again before other redirect URIs get anything. */
export function updateRegistration(
  settings: ProviderSettings,
): EndpointOf<OAuthProviderCalls["updateOAuthRegistration"]> {
  return defineEndpoint({
    ...management,
    method: "PUT",
    summary: "Replace the client's metadata",
    input: input.object<UpdateRegistrationInput>({ ...metadataFields, client_id: input.id }),
    output: registrationOutput,
    errors: { invalid_redirect_uri, invalid_client_metadata, invalid_token },
    queryBudget: 4,
    async handle({ client_id: clientId, ...given }, context) {
      const found = await findOwn(context, clientId);
      checkRegistration(given);
      const set = orRefuse(() => ({ ...noMetadata, ...toColumns(settings, withKnownScopes(settings, given)) }));
      const changed = await context.db.transaction(async (tx) => {
        const client = (await tx.lock(oauthClientTable, found.id)) ?? failToken();
        const method = given.token_endpoint_auth_method ?? client.tokenEndpointAuthMethod;
        // The default is every scope of the app, which a client that leaves the field out doesn't ask for.
        const scopes = given.scope === undefined ? client.scopes : set.scopes;
        const row = { ...client, ...set, scopes, tokenEndpointAuthMethod: method, updatedAt: context.now() };
        // Another way to authenticate would need a new secret.
        if (authMethodOf(row) !== authMethodOf(client)) {
          refuse("invalid_client_metadata", "token_endpoint_auth_method can't change");
        }
        orRefuse(() => checkClient(row));
        const { id, ...columns } = row;
        await tx.update(oauthClientTable, { where: { id }, set: columns });
        await forgetConsents(tx, client, row);
        await recordAudit(tx, context, { action: "oauth-client.update", actorId: null, data: { clientId } });
        return row;
      });
      return presentRegistration(settings, changed);
    },
  });
}

/** Deletes the registration. */
export const deleteRegistration: EndpointOf<OAuthProviderCalls["deleteOAuthRegistration"]> = defineEndpoint({
  ...management,
  method: "DELETE",
  summary: "Delete the client's registration",
  input: input.object({ client_id: input.id }),
  output: claimsOutput,
  errors: { invalid_token },
  queryBudget: 2,
  async handle({ client_id: clientId }, context) {
    const { id } = await findOwn(context, clientId);
    await context.db.transaction(async (tx) => {
      if ((await tx.remove(oauthClientTable, { where: { id } })) === 0) failToken();
      await recordAudit(tx, context, { action: "oauth-client.delete", actorId: null, data: { clientId } });
    });
    context.reply.successStatus = 204;
    return {};
  },
});

/** Returns the client whose token the request has. An unknown client looks like a wrong token. */
async function findOwn(context: RequestContext, clientId: string): Promise<OAuthClientRow> {
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(context.header("authorization") ?? "")?.[1];
  if (token === undefined) return failToken();
  const where = { clientId, registrationToken: sha256Base64Url(token), disabled: false, blocked: false };
  return (await context.db.findOne(oauthClientTable, { where })) ?? failToken();
}

function failToken(): never {
  return refuse("invalid_token", undefined, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}
