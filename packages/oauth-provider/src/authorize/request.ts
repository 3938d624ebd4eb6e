/** Reads and checks an authorization request. RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2. */

import type { RequestContext } from "@latchkey/core/plugin";
import { isRegisteredRedirect } from "../clients/redirects.ts";
import { allowsGrant, isPublicClient, scopesOf } from "../clients/store.ts";
import { type OAuthErrorCode, refuse } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { allowsScopes, findResources, maxResources } from "../resources/lookup.ts";
import { isSubset, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";
import { type ClaimsRequest, parseClaimsRequest } from "./claims-request.ts";

/** What the client requires the user to do. */
export type Prompt = "none" | "login" | "consent" | "select_account" | "create";

/** A validated request. It's stored in this form while the user signs in. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly state: string | null;
  readonly nonce: string | null;
  /** `null` for a confidential client that's exempt from PKCE. */
  readonly codeChallenge: string | null;
  readonly prompts: readonly Prompt[];
  /** Maximum seconds since the user last proved who they are. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  /** Thumbprint of the key that the code is bound to. RFC 9449, section 10. */
  readonly dpopKey: string | null;
  /** The organization that the client requested, or that the user chose. */
  readonly organizationId: string | null;
  /** The claims that the client requests individually. */
  readonly claims: ClaimsRequest | null;
}

/** Parameters as they were sent. A repeated parameter is a list. */
export type RawParameters = Readonly<Record<string, unknown>>;

/** An error that's sent to the client, because its redirect URI is known to be valid. */
export class AuthorizationError extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/** NUL and lone surrogates, which not every database can store. */
const unstorable = /[\0\p{Surrogate}]/u;

/**
 * Returns a parameter, or `undefined` if it's repeated. Empty parameters and those that not every database can store
 * count as missing.
 */
export function readParameter(raw: RawParameters, name: string): string | undefined {
  const value = raw[name];
  return typeof value === "string" && value !== "" && !unstorable.test(value) ? value : undefined;
}

/** Where the response to the client is sent. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Returns where to send the response. Errors here are shown to the user, and never sent to a URI that could be an
 * attacker's.
 * @throws {AuthError} `invalid_client` or `invalid_request`
 */
export function readReturnAddress(client: OAuthClientRow, raw: RawParameters): ReturnAddress {
  const redirectUri = readParameter(raw, "redirect_uri");
  if (redirectUri === undefined || !isRegisteredRedirect(client, redirectUri)) {
    refuse("invalid_request", "The redirect URI isn't registered for this client");
  }
  return { redirectUri, state: readParameter(raw, "state") ?? null };
}

const single = [
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "max_age",
  "login_hint",
  "id_token_hint",
  "request",
  "request_uri",
  "dpop_jkt",
  "organization",
  "registration",
  "claims",
  "acr_values",
];

const prompts: ReadonlySet<string> = new Set(["none", "login", "consent", "select_account", "create"]);

/**
 * Checks a request whose client and redirect URI are valid.
 * @throws {AuthorizationError} with the error for the client
 */
export async function readRequest(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  raw: RawParameters,
): Promise<AuthorizationRequest> {
  const { redirectUri, state } = readReturnAddress(client, raw);
  const repeated = single.find((name) => Array.isArray(raw[name]));
  if (repeated !== undefined) reject("invalid_request", `${repeated} appears more than once`);
  const read = (name: string): string | null => readParameter(raw, name) ?? null;
  const dpopKey = read("dpop_jkt");
  if (dpopKey !== null && !/^[\w-]{43}$/.test(dpopKey)) reject("invalid_request", "dpop_jkt isn't valid");
  if (read("request_uri") !== null) reject("request_uri_not_supported", "request_uri isn't supported");
  if (read("request") !== null) reject("request_not_supported", "Request objects aren't supported");
  const type = read("response_type");
  if (type === null) reject("invalid_request", "response_type is missing");
  if (type !== "code") reject("unsupported_response_type", "Only the response type code is supported");
  if ((read("response_mode") ?? "query") !== "query") reject("invalid_request", "The response mode isn't supported");
  if (!allowsGrant(client, "authorization_code"))
    reject("unauthorized_client", "The client can't use the authorization_code grant type");
  const organizationId = checkLength(read("organization"), "organization");
  if (organizationId !== null && settings.organizationPage === null) {
    reject("invalid_request", "organization isn't supported");
  }
  const scopes = splitWords(read("scope") ?? undefined);
  if (!isSubset(scopes, scopesOf(client, settings))) reject("invalid_scope", "A scope is unknown or isn't allowed");
  return {
    clientId: client.clientId,
    redirectUri,
    state,
    scopes,
    resources: await readResources(context, settings, client, raw.resource, scopes),
    nonce: checkLength(read("nonce"), "nonce"),
    codeChallenge: readChallenge(client, read),
    prompts: readPrompts(read("prompt")),
    maxAge: readMaxAge(read("max_age")),
    loginHint: checkLength(read("login_hint"), "login_hint"),
    dpopKey,
    organizationId,
    claims: readClaims(read("claims"), scopes),
  };
}

/** @throws {AuthorizationError} */
function reject(code: OAuthErrorCode | string, description: string): never {
  throw new AuthorizationError(code, description);
}

/** PKCE with S256 only. RFC 7636; RFC 9700, section 2.1.1. */
function readChallenge(client: OAuthClientRow, read: (name: string) => string | null): string | null {
  const challenge = read("code_challenge");
  const method = read("code_challenge_method");
  if (challenge === null) {
    if (method !== null) reject("invalid_request", "code_challenge is missing");
    if (isPublicClient(client) || client.requirePKCE !== false) reject("invalid_request", "code_challenge is missing");
    return null;
  }
  if (method !== "S256") reject("invalid_request", "code_challenge_method must be S256");
  if (!/^[\w-]{43}$/.test(challenge)) reject("invalid_request", "code_challenge isn't valid");
  return challenge;
}

function readPrompts(text: string | null): Prompt[] {
  const words = splitWords(text ?? undefined);
  if (words.some((word) => !prompts.has(word))) reject("invalid_request", "prompt isn't valid");
  if (words.includes("none") && words.length > 1)
    reject("invalid_request", "prompt=none can't be combined with other values");
  return words as Prompt[];
}

function readClaims(text: string | null, scopes: readonly string[]): ClaimsRequest | null {
  if (text === null) return null;
  if (!scopes.includes("openid")) reject("invalid_request", "claims requires the openid scope");
  return parseClaimsRequest(text) ?? reject("invalid_request", "claims isn't valid");
}

function readMaxAge(text: string | null): number | null {
  if (text === null) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : reject("invalid_request", "max_age isn't valid");
}

function checkLength(text: string | null, name: string): string | null {
  return text === null || text.length <= 512 ? text : reject("invalid_request", `${name} is too long`);
}

/** Reads the resources that the client requests. One query, or none if all of them are in the options. RFC 8707. */
async function readResources(
  { db }: RequestContext,
  settings: ProviderSettings,
  { clientId }: OAuthClientRow,
  raw: unknown,
  scopes: readonly string[],
): Promise<string[]> {
  const sent: unknown[] = [...new Set([raw ?? []].flat())];
  const names = sent.filter((name) => typeof name === "string");
  if (names.length > maxResources) reject("invalid_target", "The request has too many resources");
  const found = await findResources(db, settings, { clientId, names });
  if (found.size < sent.length) reject("invalid_target", "A resource is unknown or isn't allowed for this client");
  if (![...found.values()].every((resource) => allowsScopes(resource, scopes))) {
    reject("invalid_scope", "A scope isn't allowed for the requested resource");
  }
  return names;
}

/**
 * Returns the redirect URI with the response. Every response contains the issuer, which prevents mix-up attacks. RFC
 * 9207.
 */
export function clientRedirect(
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}

/** Whether the caller expects the URL as JSON, so that it can redirect the browser itself. */
export function wantsJson(context: RequestContext): boolean {
  return context.isHttp && (context.header("accept") ?? "").includes("application/json");
}
