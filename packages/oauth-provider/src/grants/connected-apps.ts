/** The calls that show users the apps they've given access to, and revoke it. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  input,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import { boolean, date, list, nullable, object, type Shape, successResponse, text } from "@latchkey/core/shapes";
import type { ConnectedApp, DisconnectAppInput } from "../call-types.ts";
import { presentPublicClient } from "../clients/metadata.ts";
import { publicClientOutput } from "../clients/outputs.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import {
  type OAuthClientRow,
  type OAuthConsentRow,
  type OAuthGrantRow,
  oauthClientTable,
  oauthConsentTable,
  oauthGrantTable,
} from "../tables.ts";
import { grantsIn, removeApprovals } from "./consents.ts";

const appsOutput: Shape<readonly ConnectedApp[]> = list(
  object<ConnectedApp>({
    client: publicClientOutput,
    organizationId: nullable(text),
    scopes: list(text),
    resources: list(text),
    isOffline: boolean,
    connectedAt: date,
    lastUsedAt: nullable(date),
  }),
);

const client = { client: { table: oauthClientTable, on: { clientId: "clientId" }, required: true } } as const;

/** Lists the clients that have access, and those that would get it without asking the user. */
export const getConnectedApps: EndpointOf<OAuthProviderCalls["getConnectedOAuthApps"]> = defineEndpoint({
  method: "GET",
  path: "/oauth2/get-connected-apps",
  summary: "List the apps that you have given access to",
  output: appsOutput,
  guards: [requireSession],
  queryBudget: 3,
  async handle(_, { db, now, user: { id: userId } }) {
    const consents = await db.findMany(oauthConsentTable, { where: { userId }, join: client, limit: 500 });
    const live = { userId, expiresAt: { gt: now() } };
    const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
    const grants = await db.findMany(oauthGrantTable, { where: live, join: client, orderBy, limit: 1000 });
    const apps = new Map<string, ConnectedApp>();
    const add = (app: ConnectedApp): void => {
      const key = `${app.client.client_id} ${app.organizationId ?? ""}`;
      const known = apps.get(key);
      apps.set(key, known ? merge(known, app) : app);
    };
    for (const consent of consents) add(fromConsent(consent));
    for (const grant of grants) add(fromGrant(grant));
    return [...apps.values()].sort((one, other) => other.connectedAt.getTime() - one.connectedAt.getTime());
  },
});

function fromConsent(consent: OAuthConsentRow & { readonly client: OAuthClientRow }): ConnectedApp {
  const { referenceId, scopes, resources, createdAt: connectedAt } = consent;
  const organizationId = referenceId === "" ? null : referenceId;
  const app = { organizationId, scopes, resources, connectedAt, isOffline: false, lastUsedAt: null };
  return { ...app, client: presentPublicClient(consent.client) };
}

function fromGrant(grant: OAuthGrantRow & { readonly client: OAuthClientRow }): ConnectedApp {
  const { organizationId = null, scopes, resources, sessionId, createdAt: connectedAt, lastUsedAt } = grant;
  const app = { organizationId, scopes, resources, connectedAt, lastUsedAt: lastUsedAt ?? connectedAt };
  return { ...app, isOffline: sessionId === null, client: presentPublicClient(grant.client) };
}

function merge(one: ConnectedApp, other: ConnectedApp): ConnectedApp {
  const uses = [one.lastUsedAt, other.lastUsedAt].flatMap((date) => date?.getTime() ?? []);
  return {
    ...one,
    scopes: [...new Set([...one.scopes, ...other.scopes])],
    resources: [...new Set([...one.resources, ...other.resources])],
    isOffline: one.isOffline || other.isOffline,
    connectedAt: new Date(Math.min(one.connectedAt.getTime(), other.connectedAt.getTime())),
    lastUsedAt: uses.length === 0 ? null : new Date(Math.max(...uses)),
  };
}

/** Revokes a user's consents to a client, and ends its grants. */
export const disconnectApp: EndpointOf<OAuthProviderCalls["disconnectOAuthApp"]> = defineEndpoint({
  method: "POST",
  path: "/oauth2/disconnect-app",
  summary: "Revoke an app's access",
  changes: ["connectedApps", "oauthConsents"],
  input: input.object<DisconnectAppInput>({ client_id: input.id, organizationId: input.optional(input.id) }),
  output: successResponse,
  guards: [requireSession, denyImpersonation],
  errors: pickErrors("OAUTH_CLIENT_NOT_FOUND"),
  queryBudget: 5,
  async handle({ client_id: clientId, organizationId }, context) {
    const { id: userId } = context.user;
    await context.db.transaction(async (tx) => {
      const own = { clientId, userId };
      const [consents, grants] =
        organizationId === undefined
          ? [own, own]
          : [
              { ...own, referenceId: organizationId },
              { ...own, ...grantsIn(tx, organizationId) },
            ];
      const withdrawn = await tx.remove(oauthConsentTable, { where: consents });
      await removeApprovals(tx, context, { userId, clientId });
      const ended = await tx.remove(oauthGrantTable, { where: grants });
      if (withdrawn + ended === 0) failWith("OAUTH_CLIENT_NOT_FOUND");
      const audit = { actorId: userId, userId, organizationId: organizationId ?? null };
      const data = { clientId, ended, reason: "disconnected" };
      await recordAudit(tx, context, { action: "oauth-grant.revoke", ...audit, data });
    });
    return { success: true as const };
  },
});
