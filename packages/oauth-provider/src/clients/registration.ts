/** `/oauth2/register/:client_id` lets clients manage their own registration. RFC 7592. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  input,
  oauthErrorFormat,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import type { ClientMetadata, RegisteredOAuthClient, UpdateRegistrationInput } from "../call-types.ts";
import { claimsOutput } from "../claims.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { oauthErrors, refuse } from "../errors.ts";
import { createToken } from "../grants/tokens.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { forgetConsents } from "./changes.ts";
import { checkClient, clearableMetadata, noMetadata, presentRegistration, toColumns } from "./metadata.ts";
import { secretExpiry } from "./new.ts";
import { registeredClientOutput } from "./outputs.ts";
import { checkRegistration, convertErrors, registrationURL, withKnownScopes } from "./register.ts";
import { authMethodOf, hasSecret, isSecretExpired } from "./store.ts";

const { invalid_request, invalid_redirect_uri, invalid_client_metadata, invalid_token } = oauthErrors;

const management = {
  originCheck: "exempt",
  cors: "any-origin",
  errorFormat: oauthErrorFormat,
  rateLimit: { window: 60, max: 10 },
} as const;

/** Returns the registration. */
export function getRegistration(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["getOAuthRegistration"]> {
  return defineEndpoint({
    ...management,
    path: "/oauth2/register/:client_id",
    method: "GET",
    summary: "Get the client's registration",
    input: input.object({ client_id: input.id }),
    output: registeredClientOutput,
    errors: { invalid_token },
    queryBudget: 1,
    async handle({ client_id: clientId }, context) {
      const { client, token } = await findOwn(context, clientId);
      return presentManaged(context, settings, client, token);
    },
  });
}

/**
 * Replaces the metadata. Users are asked again if it has new redirect URIs. An expired secret is replaced, too.
 * Otherwise, the client would have to register again.
 */
export function updateRegistration(
  settings: ProviderSettings,
): EndpointOf<OAuthProviderCalls["updateOAuthRegistration"]> {
  return defineEndpoint({
    ...management,
    // The body also has the client's id, which must be the same.
    path: "/oauth2/register/:id",
    method: "PUT",
    summary: "Replace the client's metadata",
    input: input.object<UpdateRegistrationInput>({
      ...clearableMetadata,
      id: input.id,
      client_id: input.optional(input.text({ max: 255 })),
      client_secret: input.optional(input.rawText({ max: 512 })),
      registration_access_token: input.optional(input.anything),
      registration_client_uri: input.optional(input.anything),
      client_secret_expires_at: input.optional(input.anything),
      client_id_issued_at: input.optional(input.anything),
    }),
    output: registeredClientOutput,
    errors: { invalid_request, invalid_redirect_uri, invalid_client_metadata, invalid_token },
    queryBudget: 4,
    async handle({ id: clientId, ...sent }, context) {
      const { client: found, token } = await findOwn(context, clientId);
      const given = checkUpdate(found, sent, context.now());
      checkRegistration(given);
      const set = convertErrors(() => ({ ...noMetadata, ...toColumns(settings, withKnownScopes(settings, given)) }));
      const now = context.now();
      const { changed, secret } = await context.db.transaction(async (tx) => {
        const client = (await tx.lock(oauthClientTable, found.id)) ?? failToken();
        const method = given.token_endpoint_auth_method ?? client.tokenEndpointAuthMethod;
        // A client that omits the field keeps its scopes, because the default is all of the app's scopes.
        const scopes = given.scope === undefined ? client.scopes : set.scopes;
        const secret = isSecretExpired(client, now) ? createToken(context, "clientSecret") : null;
        const fresh = secret === null ? {} : freshSecret(settings, secret, now);
        const row = { ...client, ...set, ...fresh, scopes, tokenEndpointAuthMethod: method, updatedAt: now };
        // A different authentication method would require a new secret.
        if (authMethodOf(row) !== authMethodOf(client)) {
          refuse("invalid_client_metadata", "token_endpoint_auth_method can't be changed");
        }
        convertErrors(() => checkClient(row));
        const { id, ...columns } = row;
        await tx.update(oauthClientTable, { where: { id }, set: columns });
        await forgetConsents(tx, context, client, row);
        await recordAudit(tx, context, { action: "oauth-client.update", actorId: null, data: { clientId } });
        if (secret !== null) {
          await recordAudit(tx, context, { action: "oauth-client.rotate-secret", actorId: null, data: { clientId } });
        }
        return { changed: row, secret };
      });
      return {
        ...presentManaged(context, settings, changed, token),
        ...(secret === null ? {} : { client_secret: secret }),
      };
    },
  });
}

/** Fields that only the server sets. RFC 7592, section 2.2. */
const serverFields = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at",
] as const;

/**
 * Returns an update's metadata.
 * @throws {AuthError} `invalid_request` if the `client_id` or the secret is wrong, or a field isn't allowed
 */
function checkUpdate(
  client: OAuthClientRow,
  { client_id: clientId, client_secret: secret, ...sent }: Omit<UpdateRegistrationInput, "id">,
  now: Date,
): ClientMetadata {
  const forbidden = serverFields.find((name) => sent[name] !== undefined);
  if (forbidden !== undefined) refuse("invalid_request", `An update can't contain ${forbidden}`);
  if (clientId !== client.clientId) refuse("invalid_request", "client_id must be the same as in the path");
  // An expired secret is accepted, because the update replaces it.
  if (secret !== undefined && !hasSecret({ ...client, secretExpiresAt: null }, secret, now)) {
    refuse("invalid_request", "client_secret is wrong");
  }
  const { registration_access_token: _token, registration_client_uri: _uri, ...rest } = sent;
  const { client_secret_expires_at: _expiry, client_id_issued_at: _issuedAt, ...metadata } = rest;
  return metadata;
}

/** Returns a registration with the URL and the token for managing it. RFC 7592, section 3. */
function presentManaged(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  token: string,
): RegisteredOAuthClient {
  return {
    ...presentRegistration(settings, client),
    registration_access_token: token,
    registration_client_uri: registrationURL(context, client),
  };
}

function freshSecret(settings: ProviderSettings, secret: string, now: Date) {
  const secretExpiresAt = secretExpiry(settings, now);
  return { clientSecret: sha256Base64Url(secret), secretExpiresAt, previousSecret: null, previousSecretUntil: null };
}

/** Deletes the registration. */
export const deleteRegistration: EndpointOf<OAuthProviderCalls["deleteOAuthRegistration"]> = defineEndpoint({
  ...management,
  path: "/oauth2/register/:client_id",
  method: "DELETE",
  summary: "Delete the client's registration",
  input: input.object({ client_id: input.id }),
  output: claimsOutput,
  errors: { invalid_token },
  queryBudget: 2,
  async handle({ client_id: clientId }, context) {
    const { id } = (await findOwn(context, clientId)).client;
    await context.db.transaction(async (tx) => {
      if ((await tx.remove(oauthClientTable, { where: { id } })) === 0) failToken();
      await recordAudit(tx, context, { action: "oauth-client.delete", actorId: null, data: { clientId } });
    });
    context.reply.successStatus = 204;
    return {};
  },
});

interface ManagedRegistration {
  readonly client: OAuthClientRow;
  readonly token: string;
}

/**
 * Returns the client if the request has its registration token. The error is the same for an unknown client and a wrong
 * token.
 */
async function findOwn(context: RequestContext, clientId: string): Promise<ManagedRegistration> {
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(context.header("authorization") ?? "")?.[1];
  if (token === undefined) return failToken();
  const where = { clientId, registrationToken: sha256Base64Url(token), disabled: false, blocked: false };
  const client = (await context.db.findOne(oauthClientTable, { where })) ?? failToken();
  return { client, token };
}

function failToken(): never {
  return refuse("invalid_token", undefined, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}
