/**
 * Requests that wait for the user to sign in or consent. They're stored under a random id and bound to the browser that
 * made them. Pages get the id in a signed query, but none of the client's secrets.
 */

import { randomToken, sha256Base64Url } from "@latchkey/core/crypto";
import {
  type AuthContext,
  consumeToken,
  defineTokenKind,
  issueTokenWithSecret,
  peekToken,
  type RequestContext,
  readSignedCookie,
  setSignedCookie,
  storeToken,
  type TokenKind,
  tokenTable,
} from "@latchkey/core/plugin";
import { absoluteURL, issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import type { AuthorizationRequest } from "./request.ts";

/** A request, and the steps that the user has completed. */
export interface PendingRequest {
  readonly request: AuthorizationRequest;
  /** When the client sent it, in milliseconds since 1970. */
  readonly requestedAt: number;
  /** Whether the user has chosen an account. */
  readonly isSelected: boolean;
  /** The `sub` claim that the client expects, according to its `id_token_hint`. `null` means any. */
  readonly expectedSubject: string | null;
}

/** The kind of pending requests. */
export const pendingKind: TokenKind<PendingRequest> = defineTokenKind<PendingRequest>({
  name: "oauth-request",
  expiresIn: 600,
  form: "given",
});

/** The cookie's base name. */
export const requestCookie = "oauth_request";

/**
 * Maximum pending requests per browser. If there are more, they come from a loop or an attack, so all of them are
 * deleted.
 */
const maxPerBrowser = 20;

/** Stores a request for this browser and returns its id. Up to three queries. */
export async function storePending(
  context: RequestContext,
  settings: ProviderSettings,
  pending: PendingRequest,
): Promise<string> {
  const browser = readSignedCookie(context, requestCookie) ?? randomToken(context.random);
  setSignedCookie(context, requestCookie, browser, settings.lifetimes.request);
  const id = randomToken(context.random);
  const subject = sha256Base64Url(browser);
  const open = { kind: pendingKind.name, subject };
  if ((await context.db.count(tokenTable, { where: open })) >= maxPerBrowser) {
    await context.db.remove(tokenTable, { where: open });
  }
  const expiresIn = settings.lifetimes.request;
  await storeToken(context.db, issueTokenWithSecret(context, pendingKind, id, { subject, data: pending, expiresIn }));
  return id;
}

/** Returns a request of this browser, or `null`. One query. */
export async function findPending(context: RequestContext, id: string): Promise<PendingRequest | null> {
  const browser = readSignedCookie(context, requestCookie);
  if (browser === null) return null;
  const found = await peekToken(context.db, context, pendingKind, id);
  return found && found.subject === sha256Base64Url(browser) ? found.data : null;
}

/** Consumes a request of this browser, so that the user can decide on it only once. One query. */
export async function takePending(context: RequestContext, id: string): Promise<PendingRequest | null> {
  const browser = readSignedCookie(context, requestCookie);
  if (browser === null) return null;
  const found = await consumeToken(context.db, context, pendingKind, id, sha256Base64Url(browser));
  return found?.data ?? null;
}

/** Returns the parameters that pages can show. */
function pageParameters({ request }: PendingRequest): [string, string][] {
  const { clientId, scopes, resources, prompts, loginHint, organizationId } = request;
  return [
    ["client_id", clientId],
    ["scope", scopes.join(" ")],
    ...resources.map((resource): [string, string] => ["resource", resource]),
    ...(prompts.length > 0 ? ([["prompt", prompts.join(" ")]] as [string, string][]) : []),
    ...(loginHint === null ? [] : ([["login_hint", loginHint]] as [string, string][])),
    ...(organizationId === null ? [] : ([["organization", organizationId]] as [string, string][])),
  ];
}

/** A page that a request needs. */
export interface RequestPage {
  readonly path: string;
  /** The user who's asked. `null` if the page isn't for a specific user. */
  readonly userId: string | null;
  /** Parameters that the redirect after a sign-in added. They're passed on to the page. */
  readonly notices?: Readonly<Record<string, string>>;
}

/** Returns the URL of a page with the request in its query, in the format that better-auth's client sends back. */
export function pageURL(
  context: RequestContext,
  settings: ProviderSettings,
  page: RequestPage,
  id: string,
  pending: PendingRequest,
): string {
  const url = absoluteURL(context, page.path);
  const seconds = Math.floor(context.now().getTime() / 1000);
  const shown = pageParameters(pending);
  const signed: readonly (readonly [string, string])[] = [
    ...shown,
    ["rid", id],
    ...(page.userId === null
      ? []
      : ([["asked", consentSignerOf(context).sign(consentText(id, page.userId, shown))]] as const)),
    ["exp", String(seconds + settings.lifetimes.request)],
    ["ba_iat", String(seconds * 1000)],
  ];
  for (const [name, value] of signed) url.searchParams.append(name, value);
  for (const name of new Set(signed.map(([one]) => one))) url.searchParams.append("ba_param", name);
  url.searchParams.append("sig", signerOf(context).sign(id));
  for (const [name, value] of Object.entries(page.notices ?? {})) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  }
  return url.href;
}

/** Returns the URL that continues the request after a sign-in. */
export function resumeURL(context: RequestContext, id: string): string {
  const query = new URLSearchParams({ rid: id, sig: signerOf(context).sign(id) });
  return `${issuerOf(context)}/oauth2/authorize?${query}`;
}

/** Returns the id of the request in a page's query. `null` if this server didn't send the browser there. */
export function readSignedQuery(context: AuthContext, query: unknown): string | null {
  if (typeof query !== "string" || query.length > 8192) return null;
  const parameters = new URLSearchParams(query);
  const id = parameters.get("rid") ?? "";
  return id !== "" && signerOf(context).verify(id, parameters.get("sig") ?? "") ? id : null;
}

/**
 * Whether the page with this query showed this user everything that the client requests. Someone else could have signed
 * in since then in another tab, or a changed query could have shown less.
 */
export function hasAsked(context: AuthContext, query: string | undefined, userId: string): boolean {
  const parameters = new URLSearchParams(query);
  const text = consentText(parameters.get("rid") ?? "", userId, [...parameters]);
  return consentSignerOf(context).verify(text, parameters.get("asked") ?? "");
}

/** The parameters that tell the user what the client requests. */
const consentParameters: readonly string[] = ["client_id", "scope", "resource", "organization"];

function consentText(id: string, userId: string, parameters: readonly (readonly [string, string])[]): string {
  const shown = consentParameters.map((name) => parameters.flatMap(([one, value]) => (one === name ? [value] : [])));
  return JSON.stringify([id, userId, ...shown]);
}

type Signer = ReturnType<AuthContext["keys"]["signing"]>;

function signerOf({ keys }: AuthContext): Signer {
  return keys.signing("oauth-request");
}

/** Uses its own key, so that a signature over a page's contents isn't also valid for a request's id. */
function consentSignerOf({ keys }: AuthContext): Signer {
  return keys.signing("oauth-request-asked");
}
