/** The calls that decide which clients can get tokens for a resource. RFC 8707, section 3. */

import { randomId } from "@latchkey/core/crypto";
import { UniqueViolation } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { AdminOAuthCalls } from "../admin-contract.ts";
import { findClient } from "../clients/store.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { requireResourceManager } from "./guard.ts";
import { lockResource, record } from "./manage.ts";
import { identifierField } from "./policy-input.ts";
import { oauthClientResourceTable } from "./tables.ts";
import type { ResourceLinkInput } from "./types.ts";

const linkInput = input.object<ResourceLinkInput>({ ...identifierField, client_id: input.id });

/** Lets a client request a resource. Succeeds if the client is already linked. */
export function linkClient(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminLinkClientResource"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/link-client",
    summary: "Let a client get tokens for an API",
    input: linkInput,
    output: successResponse,
    guards: [requireResourceManager("update")],
    errors: pickErrors("OAUTH_RESOURCE_NOT_FOUND", "OAUTH_RESOURCE_IS_FIXED", "OAUTH_CLIENT_NOT_FOUND"),
    queryBudget: 5,
    async handle({ identifier, client_id: clientId }, context) {
      const link = context.db.transaction(async (tx) => {
        await lockResource(tx, settings, identifier);
        if (!(await findClient(tx, clientId))) failWith("OAUTH_CLIENT_NOT_FOUND");
        const row = { id: randomId(context.random), clientId, resourceId: identifier, createdAt: context.now() };
        await tx.insert(oauthClientResourceTable, row);
        await record(tx, context, "oauth-resource.link", { identifier, clientId });
      });
      await link.catch((error: unknown) => {
        if (!(error instanceof UniqueViolation)) throw error;
      });
      return { success: true as const };
    },
  });
}

/** Ends a client's access to a resource. Linking the client again doesn't restore it. */
export function unlinkClient(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminUnlinkClientResource"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/unlink-client",
    summary: "Stop a client from getting tokens for an API",
    input: linkInput,
    output: successResponse,
    guards: [requireResourceManager("update")],
    errors: pickErrors("OAUTH_RESOURCE_NOT_FOUND", "OAUTH_RESOURCE_IS_FIXED"),
    queryBudget: 4,
    async handle({ identifier, client_id: clientId }, context) {
      await context.db.transaction(async (tx) => {
        await lockResource(tx, settings, identifier);
        const ended = await tx.remove(oauthClientResourceTable, { where: { resourceId: identifier, clientId } });
        if (ended > 0) await record(tx, context, "oauth-resource.unlink", { identifier, clientId });
      });
      return { success: true as const };
    },
  });
}
