/** The calls that manage clients. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  type EndpointOf,
  input,
  type OrganizationGrant,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { OAuthProviderAuditAction } from "../audit-actions.ts";
import type { CreateClientInput, UpdateClientInput } from "../call-types.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { createToken } from "../grants/tokens.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { findManaged, lockManaged, lockManager, requireOrganization, requirePrivilege } from "./access.ts";
import { endOwnTokens, forgetConsents } from "./changes.ts";
import { type ClientManager, requireClientManager } from "./guard.ts";
import { checkClient, metadataFields, presentClient, presentNewClient, toColumns } from "./metadata.ts";
import { newClient, readOwnScopes, secretExpiry } from "./new.ts";
import { clientOutput, newClientOutput } from "./outputs.ts";
import { authMethodOf } from "./store.ts";

const clientIdField = { client_id: input.id };

/** Creates a client. */
export function createClient(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["createOAuthClient"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/create-client",
    summary: "Create a client",
    input: input.object<CreateClientInput>({
      ...metadataFields,
      client_credentials_scopes: input.optional(input.list(input.text({ min: 1 }))),
      skip_consent: input.optional(input.boolean),
      require_pkce: input.optional(input.boolean),
      organizationId: input.optional(input.id),
    }),
    output: newClientOutput,
    guards: [requireClientManager],
    errors: pickErrors("INVALID_CLIENT_METADATA"),
    rateLimit: { window: 60, max: 10 },
    queryBudget: 6,
    async handle({ organizationId, ...given }, context) {
      const { manager } = context;
      const grant = await checkCreation(context, settings, manager, organizationId);
      const { row: own, secret } = newClient(context, settings, given, manager?.user.id ?? null);
      // An organization keeps its client when the member who created it leaves.
      const row = organizationId === undefined ? own : { ...own, userId: null, organizationId };
      await context.db.transaction(async (tx) => {
        await lockManager(tx, { grant, active: manager });
        await tx.insert(oauthClientTable, row);
        await record(tx, context, "oauth-client.create", row);
      });
      return presentNewClient(settings, row, secret);
    },
  });
}

/**
 * Returns the caller's permissions in the organization that will own the client.
 * @throws {AuthError} if they can't create clients
 */
async function checkCreation(
  context: RequestContext,
  settings: ProviderSettings,
  manager: ActiveSession | null,
  organizationId: string | undefined,
): Promise<OrganizationGrant | null> {
  if (organizationId !== undefined && settings.organizationPage === null) {
    failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS", "Organizations can't own clients here");
  }
  if (!manager) return null;
  if (organizationId !== undefined) return requireOrganization(context, settings, manager, organizationId, "create");
  await requirePrivilege(context, settings, manager, "create");
  return null;
}

/** Changes a client. */
export function updateClient(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["updateOAuthClient"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/update-client",
    summary: "Change a client",
    input: input.object<UpdateClientInput>({
      ...clientIdField,
      update: input.object<UpdateClientInput["update"]>({
        ...metadataFields,
        disabled: input.optional(input.boolean),
        client_credentials_scopes: input.optional(input.nullable(input.list(input.text({ min: 1 })))),
      }),
    }),
    output: clientOutput,
    guards: [requireClientManager],
    errors: pickErrors("INVALID_CLIENT_METADATA", "OAUTH_CLIENT_NOT_FOUND"),
    queryBudget: 8,
    async handle({ client_id: clientId, update }, context) {
      const { disabled, client_credentials_scopes: ownScopes, ...metadata } = update;
      const managed = await findManaged(context, settings, context.manager, clientId, "update");
      const clientCredentialsScopes = readOwnScopes(settings, ownScopes, context.manager?.user.id ?? null);
      const set = {
        ...toColumns(settings, metadata),
        ...(disabled === undefined ? {} : { disabled }),
        ...(clientCredentialsScopes === undefined ? {} : { clientCredentialsScopes }),
      };
      const changed = await context.db.transaction(async (tx) => {
        const client = await lockManaged(tx, managed);
        const row = { ...client, ...set, updatedAt: context.now() };
        // A different authentication method would require a new secret.
        if (authMethodOf(row) !== authMethodOf(client)) {
          failWith("INVALID_CLIENT_METADATA", "token_endpoint_auth_method can't be changed");
        }
        checkClient(row);
        await tx.update(oauthClientTable, { where: { id: row.id }, set: { ...set, updatedAt: row.updatedAt } });
        await forgetConsents(tx, context, client, row);
        await endOwnTokens(tx, client, row);
        await record(tx, context, "oauth-client.update", row);
        return row;
      });
      return presentClient(settings, changed);
    },
  });
}

/** Deletes a client with its grants, tokens, and consents. */
export function deleteClient(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["deleteOAuthClient"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/delete-client",
    summary: "Delete a client",
    input: input.object(clientIdField),
    output: successResponse,
    guards: [requireClientManager],
    errors: pickErrors("OAUTH_CLIENT_NOT_FOUND"),
    queryBudget: 7,
    async handle({ client_id: clientId }, context) {
      const managed = await findManaged(context, settings, context.manager, clientId, "delete");
      await context.db.transaction(async (tx) => {
        const { id } = await lockManaged(tx, managed);
        await tx.remove(oauthClientTable, { where: { id } });
        await record(tx, context, "oauth-client.delete", managed.row);
      });
      return { success: true as const };
    },
  });
}

/** Replaces a client's secret. The old one can work for a while, so that the new one can be deployed. */
export function rotateClientSecret(
  settings: ProviderSettings,
): EndpointOf<OAuthProviderCalls["rotateOAuthClientSecret"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/client/rotate-secret",
    summary: "Replace a client's secret",
    input: input.object({ ...clientIdField, overlap: input.optional(input.jsonInteger({ max: 604_800 })) }),
    output: newClientOutput,
    guards: [requireClientManager],
    errors: pickErrors("OAUTH_CLIENT_NOT_FOUND", "INVALID_CLIENT_METADATA"),
    rateLimit: { window: 60, max: 10 },
    queryBudget: 7,
    async handle({ client_id: clientId, overlap = 0 }, context) {
      const managed = await findManaged(context, settings, context.manager, clientId, "update");
      const secret = createToken(context, "clientSecret");
      const now = context.now();
      const client = await context.db.transaction(async (tx) => {
        const row = await lockManaged(tx, managed);
        if (row.clientSecret === null) failWith("INVALID_CLIENT_METADATA", "The client has no secret");
        const previous = {
          previousSecret: row.clientSecret,
          previousSecretUntil: earliest(new Date(now.getTime() + overlap * 1000), row.secretExpiresAt),
        };
        const secretExpiresAt = secretExpiry(settings, now);
        const set = { clientSecret: sha256Base64Url(secret), secretExpiresAt, ...previous, updatedAt: now };
        await tx.update(oauthClientTable, { where: { id: row.id }, set });
        await record(tx, context, "oauth-client.rotate-secret", row);
        return { ...row, ...set };
      });
      return presentNewClient(settings, client, secret);
    },
  });
}

/** Returns the earlier time, because the overlap must not extend a secret's lifetime. */
function earliest(end: Date, expiresAt: Date | null): Date {
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

async function record(
  tx: Transaction,
  context: RequestContext & ClientManager,
  action: OAuthProviderAuditAction,
  { clientId, organizationId = null }: OAuthClientRow,
): Promise<void> {
  const actorId = context.manager?.user.id ?? null;
  await recordAudit(tx, context, { action, actorId, organizationId, data: { clientId } });
}
