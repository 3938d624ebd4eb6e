/**
 * Finds the APIs that a client can get tokens for: those in the `resources` option, and those in the table. RFC 8707.
 */

import type { Adapter } from "@latchkey/core/database";
import type { ProviderSettings } from "../options.ts";
import { builtInScopes } from "../scopes.ts";
import { type ResourceSettings, resourceTokenExpiresIn } from "./options.ts";
import { type OAuthResourceRow, oauthClientResourceTable, oauthResourceTable } from "./tables.ts";

/** Maximum resources in a request or a token. */
export const maxResources = 20;

/** Resources by identifier. */
export type Resources = ReadonlyMap<string, ResourceSettings>;

/** Which resources to find. */
export interface ResourceQuery {
  readonly clientId: string;
  readonly names: readonly string[];
  /**
   * When the user allowed access, or when the token was issued. A resource that was added or linked after that counts
   * as a different one with the same name, so deleting a resource or unlinking a client ends access permanently.
   * Default: now.
   */
  readonly since?: Date;
  /** Whether to include disabled resources, whose existing tokens work until they expire. Default: false. */
  readonly includeDisabled?: boolean;
}

/** Returns the resources that the client can use. One query, or none if all of them are in the options. */
export async function findResources(db: Adapter, settings: ProviderSettings, query: ResourceQuery): Promise<Resources> {
  const stored = query.names.filter((name) => !settings.resources.has(name) && isStorable(name));
  const rows = stored.length === 0 ? [] : await findRows(db, settings, query, stored.slice(0, maxResources));
  const found = new Map(rows.map((row) => [row.identifier, toSettings(row)]));
  for (const name of query.names) {
    const fixed = settings.resources.get(name);
    if (fixed) found.set(name, fixed);
  }
  return found;
}

/**
 * Returns the names of the resources that have been usable ever since the user allowed them. Includes disabled ones.
 */
export async function usableNames(
  db: Adapter,
  settings: ProviderSettings,
  query: ResourceQuery,
): Promise<readonly string[]> {
  const found = await findResources(db, settings, { ...query, includeDisabled: true });
  return query.names.filter((name) => found.has(name));
}

async function findRows(
  db: Adapter,
  { linksClients }: ProviderSettings,
  { clientId, since, includeDisabled = false }: ResourceQuery,
  names: readonly string[],
): Promise<readonly OAuthResourceRow[]> {
  const created = since === undefined ? {} : { createdAt: { lte: since } };
  const where = { identifier: { in: names }, ...created, ...(includeDisabled ? {} : { disabled: false }) };
  if (!linksClients) return db.findMany(oauthResourceTable, { where, limit: maxResources });
  const on = { clientId: { value: clientId }, resourceId: "identifier" };
  const link = { table: oauthClientResourceTable, on, where: created, required: true };
  return db.findMany(oauthResourceTable, { where, join: { link }, limit: maxResources });
}

/** Whether a name could be an identifier. Not every database can compare other strings. */
function isStorable(name: string): boolean {
  return name.length <= 255 && /^[\x21-\x7e]+$/.test(name);
}

function toSettings(row: OAuthResourceRow): ResourceSettings {
  return {
    identifier: row.identifier,
    name: row.name,
    scopes: row.allowedScopes,
    accessTokenExpiresIn: row.accessTokenTtl ?? resourceTokenExpiresIn,
    refreshTokenExpiresIn: row.refreshTokenTtl,
    signingAlgorithm: row.signingAlgorithm,
    claims: row.customClaims ?? {},
    requiresProof: row.dpopBoundAccessTokensRequired,
  };
}

/** Whether tokens for the resource can have these scopes. The provider's own scopes are always allowed. */
export function allowsScopes({ scopes: allowed }: ResourceSettings, scopes: readonly string[]): boolean {
  return allowed === null || scopes.every((scope) => builtInScopes.has(scope) || allowed.includes(scope));
}

/** Returns the scopes that all of these resources allow. */
export function narrowScopes(resources: readonly ResourceSettings[], scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => resources.every((resource) => allowsScopes(resource, [scope])));
}
