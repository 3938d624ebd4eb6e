/** Users' consents. Looks them up for requests, and stores them when users submit the consent page. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter, Transaction, WhereAll } from "@latchkey/core/database";
import { findService, type RequestContext, recordAudit, tokenTable } from "@latchkey/core/plugin";
import { codeKind } from "../authorize/code.ts";
import type { AuthorizationRequest } from "../authorize/request.ts";
import type { ProviderSettings } from "../options.ts";
import { usableNames } from "../resources/lookup.ts";
import { builtInScopes, isSubset } from "../scopes.ts";
import { type OAuthConsentRow, type OAuthGrantRow, oauthConsentTable, oauthGrantTable } from "../tables.ts";

type Asked = Pick<AuthorizationRequest, "clientId" | "scopes" | "resources" | "organizationId">;

/**
 * Whether the user has already consented to everything in the request. One query, or two if it has resources from the
 * table.
 */
export async function coversConsent(
  { db }: RequestContext,
  settings: ProviderSettings,
  userId: string,
  asked: Asked,
): Promise<boolean> {
  const consent = await db.findOne(oauthConsentTable, { where: { ...keyOf(asked), userId } });
  if (!consent || !isSubset(asked.scopes, consent.scopes) || !isSubset(asked.resources, consent.resources))
    return false;
  return isSubset(asked.resources, await allowedResources(db, settings, consent, asked.resources));
}

/**
 * Whether the user's consent still covers the request. Locks the consent, so that a concurrent withdrawal waits. Two
 * queries.
 */
export async function lockConsent(tx: Transaction, userId: string, asked: Asked): Promise<boolean> {
  const found = await tx.findOne(oauthConsentTable, { where: { ...keyOf(asked), userId }, columns: ["id"] });
  const consent = found && (await tx.lock(oauthConsentTable, found.id));
  return consent !== null && isSubset(asked.scopes, consent.scopes) && isSubset(asked.resources, consent.resources);
}

/**
 * Returns the resources that a consent still covers. It no longer covers a deleted resource, even if its name is
 * reused.
 */
function allowedResources(
  db: Adapter,
  settings: ProviderSettings,
  { clientId, updatedAt }: Pick<OAuthConsentRow, "clientId" | "updatedAt">,
  names: readonly string[],
): Promise<readonly string[]> {
  return usableNames(db, settings, { clientId, names, since: updatedAt });
}

/** A consent for one organization doesn't apply to another. */
function keyOf({ clientId, organizationId }: Asked): Pick<OAuthConsentRow, "clientId" | "referenceId"> {
  return { clientId, referenceId: organizationId ?? "" };
}

/** Stores what the user allows, in addition to what they allowed before. */
export async function giveConsent(
  tx: Transaction,
  context: RequestContext,
  settings: ProviderSettings,
  userId: string,
  asked: Asked,
): Promise<void> {
  const { clientId, scopes, resources, organizationId } = asked;
  const key = { ...keyOf(asked), userId };
  const now = context.now();
  const found = await tx.findOne(oauthConsentTable, { where: key, columns: ["id"] });
  // Read while holding the lock, so that this doesn't restore anything that the user withdraws at the same time.
  const given = found && (await tx.lock(oauthConsentTable, found.id));
  const before = given && {
    scopes: given.scopes,
    resources: await allowedResources(tx, settings, given, given.resources),
  };
  const merged = { ...mergeAllowed(before, { scopes, resources }), updatedAt: now };
  if (given) await tx.update(oauthConsentTable, { where: { id: given.id }, set: merged });
  else {
    await tx.insert(oauthConsentTable, { id: randomId(context.random), ...key, ...merged, createdAt: now });
  }
  const data = { clientId, scopes, resources };
  const audit = { actorId: userId, userId, organizationId, data };
  await recordAudit(tx, context, { action: "oauth-consent.create", ...audit });
}

type Allowed = Pick<OAuthConsentRow, "scopes" | "resources">;

/**
 * Adds what the user allows to what they allowed before. A consent covers all of its scopes at all of its resources, so
 * the two are merged only if the result has no combination that the user wasn't asked for. Otherwise, the new consent
 * replaces the old one, and only the provider's own scopes are kept.
 */
function mergeAllowed(before: Allowed | null, { scopes, resources }: Allowed): Allowed {
  if (!before) return { scopes, resources };
  const own = (list: readonly string[]) => list.filter((scope) => !builtInScopes.has(scope));
  const [old, now] = [own(before.scopes), own(scopes)];
  const isOld = isSubset(old, now);
  const isNew = isSubset(now, old);
  const isOldAt = isSubset(before.resources, resources);
  const isNewAt = isSubset(resources, before.resources);
  const canGrow = (isOld && isNew) || (isOldAt && isNewAt) || (isOld && isOldAt) || (isNew && isNewAt);
  if (!canGrow)
    return {
      scopes: union(
        before.scopes.filter((scope) => builtInScopes.has(scope)),
        scopes,
      ),
      resources,
    };
  return { scopes: union(before.scopes, scopes), resources: union(before.resources, resources) };
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}

/** Maximum grants to read. A client never has this many for one user. */
const maxGrants = 1000;

/**
 * Deletes the codes and device requests that could still become grants. Call this before ending grants. A concurrent
 * exchange then either fails or has finished, and its grant ends with the others. Lock the user or the consent first,
 * like requests that add a code.
 * @param owner the user, the client, or both
 */
export async function removeApprovals(
  tx: Transaction,
  context: RequestContext,
  owner: { readonly userId?: string; readonly clientId?: string },
): Promise<void> {
  const { userId, clientId } = owner;
  const where = {
    ...(userId === undefined ? {} : { userId }),
    ...(clientId === undefined ? {} : { subject: clientId }),
  };
  await tx.remove(tokenTable, { where: { kind: codeKind.name, ...where } });
  await findService(context, "deviceGrants")?.revoke(tx, owner);
}

/** Selects the grants in an organization, or those in none. */
export function grantsIn({ schema }: Transaction, referenceId: string): WhereAll<OAuthGrantRow> {
  if (!schema.get(oauthGrantTable.name)?.columns.organizationId) return {};
  return { organizationId: referenceId === "" ? null : referenceId };
}

/** Removes scopes from a consent, and ends the client's grants that exceed it. */
export async function narrowConsent(
  tx: Transaction,
  context: RequestContext,
  settings: ProviderSettings,
  consent: OAuthConsentRow,
  scopes: readonly string[],
): Promise<OAuthConsentRow> {
  const { id, clientId, userId, referenceId } = consent;
  await removeApprovals(tx, context, { userId, clientId });
  const resources = await allowedResources(tx, settings, consent, consent.resources);
  const set = { scopes, resources, updatedAt: context.now() };
  await tx.update(oauthConsentTable, { where: { id }, set });
  const grants = await tx.findMany(oauthGrantTable, { where: { clientId, userId }, limit: maxGrants });
  const own = grants.filter((grant) => (grant.organizationId ?? "") === referenceId);
  const wider = own.filter((grant) => !isSubset(grant.scopes, scopes));
  if (wider.length > 0) await tx.remove(oauthGrantTable, { where: { id: { in: wider.map((grant) => grant.id) } } });
  const data = { clientId, scopes, ended: wider.length };
  await recordAudit(tx, context, { action: "oauth-consent.update", actorId: userId, userId, data });
  return { ...consent, ...set };
}

/** Removes a consent and everything that the client got through it. */
export async function withdrawConsent(
  tx: Transaction,
  context: RequestContext,
  { id, clientId, userId, referenceId }: Pick<OAuthConsentRow, "id" | "clientId" | "userId" | "referenceId">,
): Promise<void> {
  await tx.remove(oauthConsentTable, { where: { id } });
  await removeApprovals(tx, context, { userId, clientId });
  await tx.remove(oauthGrantTable, { where: { ...grantsIn(tx, referenceId), clientId, userId } });
  await recordAudit(tx, context, { action: "oauth-consent.delete", actorId: userId, userId, data: { clientId } });
}
