/**
 * Clients whose id is the URL of a document with their metadata, so that they don't have to be registered. See OAuth
 * Client ID Metadata Document.
 */

import { randomId } from "@latchkey/core/crypto";
import { UniqueViolation } from "@latchkey/core/database";
import { AuthError, input, isPublicURL, publicFetch, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import type { ClientMetadata } from "../call-types.ts";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { forgetConsents } from "./changes.ts";
import { failuresOf } from "./failures.ts";
import { metadataFields } from "./metadata.ts";
import { newClient } from "./new.ts";
import { checkRegistration, withKnownScopes } from "./register.ts";
import { findActiveClient, findClient, isOff } from "./store.ts";

const limits = { timeoutMs: 5000, maxBytes: 5120 };

/** Minimum and maximum time until a document is read again, in seconds, regardless of its server's cache headers. */
const [minAge, maxAge] = [300, 86_400];

/** Whether a client's id can be the URL of its document: https, with a path that a parser leaves as it is. */
export function isDocumentId(id: string): boolean {
  if (id.length > 255 || !isPublicURL(id)) return false;
  const { href, pathname, hash } = new URL(id);
  return href === id && pathname !== "/" && hash === "" && !id.includes("#");
}

/**
 * Returns the client that starts a request, or `null`. Reads the client's document if the client is unknown or the
 * document is too old. One query, or up to four if the document is read.
 */
export async function findRequestingClient(
  context: RequestContext,
  settings: ProviderSettings,
  clientId: string,
): Promise<OAuthClientRow | null> {
  if (!settings.readsClientDocuments || !isDocumentId(clientId)) return findActiveClient(context, clientId);
  const known = await findClient(context.db, clientId);
  if (known && isOff(known)) return null;
  if (known?.documentExpiresAt && known.documentExpiresAt > context.now()) return known;
  const { metadata, expiresAt } = await readDocument(context, clientId);
  const { row: fresh } = newClient(context, settings, withKnownScopes(settings, metadata), null);
  const row = { ...fresh, clientId, clientDiscoveryId: clientId, documentExpiresAt: expiresAt };
  return known ? replaceClient(context, known.id, row) : insertClient(context, row);
}

async function insertClient(context: RequestContext, row: OAuthClientRow): Promise<OAuthClientRow | null> {
  const { clientId } = row;
  try {
    await context.db.transaction(async (tx) => {
      await tx.insert(oauthClientTable, { ...row, id: randomId(context.random) });
      await recordAudit(tx, context, { action: "oauth-client.register", actorId: null, data: { clientId } });
    });
  } catch (error) {
    // A concurrent request already stored the client.
    if (!(error instanceof UniqueViolation)) throw error;
  }
  return findActiveClient(context, clientId);
}

async function replaceClient(context: RequestContext, id: string, row: OAuthClientRow): Promise<OAuthClientRow | null> {
  // Keep the settings that the app made for the client.
  const { id: _id, createdAt: _createdAt, disabled: _disabled, blocked: _blocked, lastUsedAt: _used, ...read } = row;
  const { enableEndSession: _end, skipConsent: _skip, requirePKCE: _pkce, ...set } = read;
  return context.db.transaction(async (tx) => {
    const before = await tx.lock(oauthClientTable, id);
    if (!before || isOff(before)) return null;
    const after = { ...before, ...set };
    await tx.update(oauthClientTable, { where: { id }, set });
    await forgetConsents(tx, context, before, after);
    return after;
  });
}

interface ClientDocument {
  readonly metadata: ClientMetadata;
  readonly expiresAt: Date;
}

/**
 * Returns a client that authenticates, or `null`. Reads its document again if it's too old, because the keys or
 * redirect URIs might have changed. Doesn't read an unknown client's document, because an unknown client has nothing to
 * exchange.
 */
export async function findAuthenticatingClient(
  context: RequestContext,
  settings: ProviderSettings,
  clientId: string,
): Promise<OAuthClientRow | null> {
  const known = await findActiveClient(context, clientId);
  const isOld = known?.documentExpiresAt != null && known.documentExpiresAt <= context.now();
  return isOld ? findRequestingClient(context, settings, clientId) : known;
}

const documentInput = input.openObject<ClientMetadata>(metadataFields);

/** @throws {AuthError} `invalid_client`, with a message about the document's problem */
async function readDocument(context: RequestContext, url: string): Promise<ClientDocument> {
  const failures = failuresOf(context, "document");
  const known = failures.get(url);
  if (known !== null) return refuse("invalid_client", known);
  const reject = (problem: string): never => {
    const message = `The client's metadata document ${problem}`;
    failures.add(url, message);
    return refuse("invalid_client", message);
  };
  let response: Response;
  try {
    response = await publicFetch(context, limits)(url);
  } catch (error) {
    context.log.warn("Couldn't read a client's metadata document", { url, error });
    return reject("couldn't be read");
  }
  if (response.status !== 200) return reject("couldn't be read");
  const found = parseObject(await response.text());
  if (!found) return reject("isn't a JSON object");
  if (found.client_id !== url) return reject("has a different client_id than its URL");
  if ("client_secret" in found || "client_secret_expires_at" in found) return reject("has a secret");
  // Documents are public, so their clients can't authenticate with a shared secret.
  const method = found.token_endpoint_auth_method ?? "none";
  if (method !== "none" && method !== "private_key_jwt") return reject("has a secret");
  const result = await documentInput["~standard"].validate({ ...found, token_endpoint_auth_method: method });
  if (result.issues) return reject(`isn't valid: ${result.issues[0]?.message}`);
  const metadata = pickMetadata(result.value);
  try {
    checkRegistration(metadata);
  } catch (error) {
    return error instanceof AuthError ? reject(`isn't valid: ${error.message}`) : Promise.reject(error);
  }
  const age = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(response.headers.get("cache-control") ?? "")?.[1] ?? minAge);
  const seconds = Math.min(Math.max(age, minAge), maxAge);
  return { metadata, expiresAt: new Date(context.now().getTime() + seconds * 1000) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns only the fields that this server knows. */
function pickMetadata(given: ClientMetadata): ClientMetadata {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(metadataFields, name)));
}
