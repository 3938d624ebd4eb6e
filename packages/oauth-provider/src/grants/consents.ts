/** What users have allowed clients: looked up for requests, and given on the consent page. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction, WhereAll } from "@latchkey/core/database";
import { type RequestContext, recordAudit, tokenTable } from "@latchkey/core/plugin";
import { codeKind } from "../authorize/code.ts";
import type { AuthorizationRequest } from "../authorize/request.ts";
import { isSubset } from "../scopes.ts";
import { type OAuthConsentRow, type OAuthGrantRow, oauthConsentTable, oauthGrantTable } from "../tables.ts";

type Asked = Pick<AuthorizationRequest, "clientId" | "scopes" | "resources" | "organizationId">;

/** Whether the user has already allowed all of the request. One query. */
export async function coversConsent(context: RequestContext, userId: string, asked: Asked): Promise<boolean> {
  const consent = await context.db.findOne(oauthConsentTable, { where: { ...keyOf(asked), userId } });
  return consent !== null && isSubset(asked.scopes, consent.scopes) && isSubset(asked.resources, consent.resources);
}

/** What a user allows in one organization isn't allowed in another. */
function keyOf({ clientId, organizationId }: Asked): Pick<OAuthConsentRow, "clientId" | "referenceId"> {
  return { clientId, referenceId: organizationId ?? "" };
}

/** Stores what the user allows, in addition to what they allowed before. */
export async function giveConsent(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  asked: Asked,
): Promise<void> {
  const { clientId, scopes, resources, organizationId } = asked;
  const key = { ...keyOf(asked), userId };
  const now = context.now();
  const given = await tx.findOne(oauthConsentTable, { where: key });
  const merged = {
    scopes: [...new Set([...(given?.scopes ?? []), ...scopes])],
    resources: [...new Set([...(given?.resources ?? []), ...resources])],
    updatedAt: now,
  };
  if (given) await tx.update(oauthConsentTable, { where: { id: given.id }, set: merged });
  else {
    await tx.insert(oauthConsentTable, { id: randomId(context.random), ...key, ...merged, createdAt: now });
  }
  const data = { clientId, scopes, resources };
  const audit = { actorId: userId, userId, organizationId, data };
  await recordAudit(tx, context, { action: "oauth-consent.create", ...audit });
}

/** More grants than any client has. */
const maxGrants = 1000;

/**
 * Deletes the codes that a user's grants would come from. Do it before you end grants: a concurrent exchange of such a
 * code then either fails, or has finished, and its grant ends with the others.
 */
export async function removeCodes(tx: Transaction, userId: string, clientId?: string): Promise<void> {
  const of = clientId === undefined ? {} : { subject: clientId };
  await tx.remove(tokenTable, { where: { kind: codeKind.name, userId, ...of } });
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
  consent: OAuthConsentRow,
  scopes: readonly string[],
): Promise<OAuthConsentRow> {
  const { id, clientId, userId, referenceId } = consent;
  await removeCodes(tx, userId, clientId);
  const set = { scopes, updatedAt: context.now() };
  await tx.update(oauthConsentTable, { where: { id }, set });
  const grants = await tx.findMany(oauthGrantTable, { where: { clientId, userId }, limit: maxGrants });
  const own = grants.filter((grant) => (grant.organizationId ?? "") === referenceId);
  const wider = own.filter((grant) => !isSubset(grant.scopes, scopes));
  if (wider.length > 0) await tx.remove(oauthGrantTable, { where: { id: { in: wider.map((grant) => grant.id) } } });
  const data = { clientId, scopes, ended: wider.length };
  await recordAudit(tx, context, { action: "oauth-consent.update", actorId: userId, userId, data });
  return { ...consent, ...set };
}

/** Removes a consent and everything that the client got with it. */
export async function withdrawConsent(
  tx: Transaction,
  context: RequestContext,
  { id, clientId, userId, referenceId }: Pick<OAuthConsentRow, "id" | "clientId" | "userId" | "referenceId">,
): Promise<void> {
  await tx.remove(oauthConsentTable, { where: { id } });
  await removeCodes(tx, userId, clientId);
  await tx.remove(oauthGrantTable, { where: { ...grantsIn(tx, referenceId), clientId, userId } });
  await recordAudit(tx, context, { action: "oauth-consent.delete", actorId: userId, userId, data: { clientId } });
}
