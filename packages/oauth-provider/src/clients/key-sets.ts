/** Public keys of clients: those in their metadata, or those at their `jwks_uri`. */

import { publicFetch, type RequestContext } from "@latchkey/core/plugin";
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { OAuthClientRow } from "../tables.ts";
import { failuresOf } from "./failures.ts";

interface Fetched {
  readonly keys: JSONWebKeySet;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const cacheKey: unique symbol = Symbol("oauth-client-keys");

const maxAgeMs = 300_000;
const cooldownMs = 30_000;
const maxCached = 500;

/** Returns the keys of a client, or `null` if it has none or they can't be read. */
export async function clientKeys(
  context: RequestContext,
  client: OAuthClientRow,
  kid: string | undefined,
): Promise<JWTVerifyGetKey | null> {
  if (client.jwks !== null) return createLocalJWKSet(JSON.parse(client.jwks) as JSONWebKeySet);
  const { jwksUri } = client;
  if (jwksUri === null) return null;
  const cache = cacheOf(context);
  const now = context.now().getTime();
  const known = cache.get(jwksUri);
  const hasKey = known?.keys.keys.some((key) => kid === undefined || key.kid === kid) === true;
  // An unknown key ID triggers a new fetch, but no sooner than the cooldown allows.
  if (known && now - known.at < (hasKey ? maxAgeMs : cooldownMs)) return createLocalJWKSet(known.keys);
  const failures = failuresOf(context, "keys");
  const keys = failures.get(jwksUri) === null ? await readKeys(context, jwksUri) : null;
  if (!keys && failures.get(jwksUri) === null) failures.add(jwksUri, "unreadable");
  if (!keys) return known ? createLocalJWKSet(known.keys) : null;
  if (cache.size >= maxCached) cache.clear();
  cache.set(jwksUri, { keys, at: now });
  return createLocalJWKSet(keys);
}

function cacheOf({ appCache }: RequestContext): Map<string, Fetched> {
  const found = appCache.get(cacheKey) as Map<string, Fetched> | undefined;
  if (found) return found;
  const created = new Map<string, Fetched>();
  appCache.set(cacheKey, created);
  return created;
}

async function readKeys(context: RequestContext, url: string): Promise<JSONWebKeySet | null> {
  try {
    const response = await publicFetch(context, { timeoutMs: 5000, maxBytes: 65_536 })(url);
    const body: unknown = response.status === 200 ? await response.json() : null;
    const isKeySet = typeof body === "object" && body !== null && "keys" in body && Array.isArray(body.keys);
    return isKeySet ? (body as JSONWebKeySet) : null;
  } catch (error) {
    context.log.warn("Couldn't read a client's keys", { url, error });
    return null;
  }
}
