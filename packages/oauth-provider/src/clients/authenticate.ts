/** Authenticates clients at the token, introspection, and revocation endpoints. */

import { fromBase64, fromUtf8 } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import type { OAuthClientRow } from "../tables.ts";
import { assertionType, verifyAssertion } from "./assertion.ts";
import { findAuthenticatingClient } from "./documents.ts";
import { authMethodOf, hasSecret } from "./store.ts";

/** The parameters that a client can authenticate with. */
export interface ClientCredentials {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/**
 * Returns the client that sent a request. One query, or more if its metadata document is outdated and has to be fetched
 * again.
 * @throws {AuthError} `invalid_client` (401) if it's unknown, or doesn't authenticate in its registered way;
 * `invalid_request` if it authenticates in several ways
 */
export async function authenticateClient(
  context: RequestContext,
  settings: ProviderSettings,
  given: ClientCredentials,
): Promise<OAuthClientRow> {
  const header = context.header("authorization");
  const basic = header === null || /^(?:bearer|dpop) /i.test(header) ? null : readBasic(header);
  if (basic && (given.client_secret !== undefined || (given.client_id ?? basic.id) !== basic.id)) {
    refuse("invalid_request", "The client authenticates with more than one method");
  }
  if (given.client_assertion !== undefined) return authenticateByAssertion(context, settings, given, basic !== null);
  const id = basic?.id ?? given.client_id;
  const secret = basic?.secret ?? given.client_secret;
  const client = id === undefined ? null : await findAuthenticatingClient(context, settings, id);
  const method = basic ? "client_secret_basic" : secret === undefined ? "none" : "client_secret_post";
  const isValid =
    client !== null &&
    acceptsMethod(client, method) &&
    (method === "none" || hasSecret(client, secret ?? "", context.now()));
  return isValid ? client : failClient(basic !== null);
}

async function authenticateByAssertion(
  context: RequestContext,
  settings: ProviderSettings,
  given: ClientCredentials,
  hasOther: boolean,
): Promise<OAuthClientRow> {
  if (hasOther || given.client_secret !== undefined) {
    refuse("invalid_request", "The client authenticates with more than one method");
  }
  if (given.client_assertion_type !== assertionType)
    refuse("invalid_request", "The client_assertion_type isn't supported");
  const client = await verifyAssertion(context, settings, given.client_assertion ?? "", given.client_id);
  return client ?? failClient(false);
}

/**
 * Whether the client can authenticate with this method. A client that's registered for one of the two secret methods
 * can use both.
 */
function acceptsMethod(client: OAuthClientRow, method: string): boolean {
  const registered = authMethodOf(client);
  return registered === method || (registered.startsWith("client_secret_") && method.startsWith("client_secret_"));
}

/** Reads a Basic header. RFC 6749, section 2.3.1. @throws {AuthError} `invalid_client` if the header isn't valid */
function readBasic(header: string): { readonly id: string; readonly secret: string } {
  const encoded = /^basic +([\w+/]+=*)$/i.exec(header)?.[1];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  try {
    const text = bytes && fromUtf8(bytes);
    const colon = text?.indexOf(":") ?? -1;
    if (!text || colon < 0) return failClient(true);
    return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  } catch {
    return failClient(true);
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/**
 * @param withHeader whether to name the scheme in the response, because the client used the header. RFC 6749, section
 * 5.2
 */
function failClient(withHeader: boolean): never {
  return refuse("invalid_client", undefined, withHeader ? { headers: { "www-authenticate": "Basic" } } : {});
}
