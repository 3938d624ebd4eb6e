/**
 * Connects to `@latchkey/device-authorization`. Provides its OAuth clients, and the tokens for approved devices. RFC
 * 8628.
 */

import { randomId } from "@latchkey/core/crypto";
import { ForeignKeyViolation, type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type DeviceClients,
  findService,
  findUser,
  getAssurance,
  isGuest,
  isUserBlocked,
  type RequestContext,
  recordAudit,
  userTable,
} from "@latchkey/core/plugin";
import type { TokenResponse } from "../call-types.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { displayName } from "../clients/name.ts";
import { allowsGrant, scopesOf } from "../clients/store.ts";
import type { GrantInput } from "../dpop.ts";
import { refuse } from "../errors.ts";
import { giveConsent } from "../grants/consents.ts";
import { createToken, storeRefreshToken } from "../grants/tokens.ts";
import { recordSession } from "../logout/session-ends.ts";
import type { ProviderSettings } from "../options.ts";
import { deviceGrantType } from "../protocol.ts";
import { allowsScopes, findResources } from "../resources/lookup.ts";
import { isSubset } from "../scopes.ts";
import { type OAuthClientRow, oauthGrantTable } from "../tables.ts";
import { hasRefreshToken, toGrant } from "./code-grant.ts";
import { issueAccessToken, signIdToken, tokenResponse } from "./issue.ts";
import { readPolicy } from "./policy.ts";

/** Lets clients with the device grant type start a device's sign-in. */
export function createDeviceClients(settings: ProviderSettings): DeviceClients {
  return {
    async authorize(context, credentials, { scopes, resources }) {
      const client = await authenticateClient(context, settings, credentials);
      if (!allowsGrant(client, deviceGrantType)) refuse("unauthorized_client");
      if (!isSubset(scopes, scopesOf(client, settings))) refuse("invalid_scope");
      const { clientId } = client;
      const found = await findResources(context.db, settings, { clientId, names: resources });
      if (!resources.every((name) => found.has(name))) refuse("invalid_target");
      if (![...found.values()].every((resource) => allowsScopes(resource, scopes))) refuse("invalid_scope");
      return { clientId, name: displayName(client) ?? client.clientId, scopes, resources };
    },
  };
}

/** Returns the tokens for a device's code. Only one concurrent caller gets them. */
export async function exchangeDeviceCode(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { device_code: code, resource, confirmation }: GrantInput,
): Promise<TokenResponse> {
  const devices = findService(context, "deviceGrants");
  if (!devices) return refuse("unsupported_grant_type");
  if (code === undefined) return refuse("invalid_request", "device_code is missing");
  const approved = await devices.find(context, code, client.clientId);
  const { sessionId, proofs } = approved;
  const user = await findUser(context.db, approved.userId);
  const isStanding = user !== null && user.epoch === approved.userEpoch && !isUserBlocked(context, user);
  // Guests have no account to share. The authorization endpoint excludes them, too.
  if (!isStanding || isGuest(context, user) || sessionId === null) return failRevoked();

  const asked = { client, granted: approved, since: approved.requestedAt, resource, confirmation };
  const policy = await readPolicy(context, settings, asked);
  const { scopes, resources } = policy;
  const { acr, amr, authTime } = getAssurance(context, { session: { proofs } });
  const request = { scopes, resources: approved.resources, organizationId: null, claims: null };
  const granted = {
    request,
    isNarrowed: false,
    grantId: randomId(context.random),
    userId: user.id,
    sessionId,
    authTime: (authTime ?? context.now()).getTime(),
    acr,
    amr,
  };
  const grant = { ...toGrant(context, settings, client, granted), confirmation };
  const about = { client, user, grant, membership: null };
  const access = await issueAccessToken(context, settings, { ...about, scopes, resources, confirmation });
  const refreshToken = hasRefreshToken(settings, client, granted) ? createToken(context, "refreshToken") : undefined;
  const idToken = scopes.includes("openid")
    ? await signIdToken(context, settings, { ...about, nonce: null, accessToken: access.token })
    : undefined;
  const store = async (tx: Transaction): Promise<void> => {
    // A ban or a new password ends the user's grants, so no grant must be added at the same time.
    const exists = { table: userTable, where: { id: user.id, epoch: user.epoch } };
    if (!(await tx.insertIf(oauthGrantTable, grant, { exists }))) return failRevoked();
    // Lists the client among the user's connected apps, where its access can be revoked.
    const allowed = { clientId: client.clientId, scopes, resources: approved.resources, organizationId: null };
    await giveConsent(tx, context, settings, user.id, allowed);
    // Consume the approval only after locking the user and the consent. Revoking access locks both before it deletes
    // the approval.
    if (!(await devices.spend(tx, approved))) refuse("invalid_grant");
    await access.store(tx);
    if (refreshToken !== undefined) await storeRefreshToken(tx, context, policy, refreshToken, grant);
    const data = { clientId: client.clientId, scopes, device: true };
    await recordAudit(tx, context, { action: "oauth-grant.create", actorId: user.id, userId: user.id, data });
  };
  const failWithoutSession = (error: unknown): never => {
    // The session in which the user approved the device has ended.
    if (error instanceof ForeignKeyViolation) return failRevoked();
    throw error;
  };
  await context.db
    .transaction(store)
    // The user gave their first consent to the client elsewhere at the same time, so try again.
    .catch((error: unknown) =>
      error instanceof UniqueViolation ? context.db.transaction(store) : Promise.reject(error),
    )
    .catch(failWithoutSession);
  await recordSession(context, client, { sessionId, userId: user.id }).catch(failWithoutSession);
  return tokenResponse(context, { access, scopes, refreshToken, idToken });
}

/** Rejects the code, because the user was banned, changed their password, or signed out since approving the device. */
function failRevoked(): never {
  return refuse("access_denied", undefined, { status: 400 });
}
