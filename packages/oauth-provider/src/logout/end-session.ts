/** `/oauth2/end-session` lets clients sign users out. OpenID Connect RP-Initiated Logout 1.0. */

import {
  clearSessionCookies,
  defineEndpoint,
  type EndpointOf,
  endSession,
  getService,
  hashToken,
  htmlResponse,
  input,
  type RequestContext,
  readSession,
  readSessionToken,
  redirectResponse,
  renderMessagePage,
} from "@latchkey/core/plugin";
import { either, page, redirect } from "@latchkey/core/shapes";
import { type RawParameters, readParameter } from "../authorize/request.ts";
import type { EndSessionConfirmation } from "../call-types.ts";
import { displayName } from "../clients/name.ts";
import { findActiveClient } from "../clients/store.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { sessionIdFor, subjectOf } from "../subject.ts";
import type { OAuthClientRow } from "../tables.ts";
import { idTokenType } from "../token/issue.ts";
import { readConfirmation, signConfirmation } from "./confirmation.ts";

/** Signs the user out for a client. Asks the user first, unless the client sends an ID token from this session. */
export function endSessionEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2EndSession"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/oauth2/end-session",
    summary: "Sign the user out for a client",
    changes: ["session"],
    input: input.openObject({}),
    output: either(page, redirect),
    acceptsForm: true,
    // It signs the user out without asking only if the request has an ID token from this session.
    originCheck: "exempt",
    rateLimit: { window: 60, max: 30 },
    queryBudget: 6,
    async handle(raw: RawParameters, context) {
      // Browsers don't send cookies with a form from another site, so redirect to the same request as a GET.
      if (context.method === "POST") return toNavigation(context, raw);
      const request = await readLogout(context, raw);
      if (!request) return invalidPage(context);
      const { client, hint, target } = request;
      const active = await readSession(context);
      // The client signed the user out before, or the session has expired.
      if (!active) return hint && target !== null ? redirectResponse(target) : signedOutPage(context);
      const { id: sessionId, userId } = active.session;
      const isOwn =
        client !== null &&
        client.enableEndSession !== false &&
        hint?.sid === sessionIdFor(client.clientId, sessionId) &&
        hint.sub === subjectOf(settings, client, userId);
      // If the redirect URI isn't registered, something is wrong with the request, so the user is asked.
      const isComplete = target !== null || readParameter(raw, "post_logout_redirect_uri") === undefined;
      if (isOwn && isComplete) return signOut(context, target);
      const name = client && displayName(client);
      const text = name === null ? "An app wants to sign you out." : `The app “${name}” wants to sign you out.`;
      return confirmationPage(context, text, target, sessionId);
    },
  });
}

/** Signs the user out after they confirm it. */
export const confirmEndSession: EndpointOf<OAuthProviderCalls["oauth2ConfirmEndSession"]> = defineEndpoint({
  method: "POST",
  path: "/oauth2/end-session/confirm",
  summary: "Confirm a sign-out",
  changes: ["session"],
  input: input.object<EndSessionConfirmation>({ request: input.rawText({ max: 8192 }) }),
  output: either(page, redirect),
  acceptsForm: true,
  rateLimit: { window: 60, max: 30 },
  queryBudget: 5,
  async handle({ request }, context) {
    const active = await readSession(context);
    const found = readConfirmation(context, request, active?.session.id ?? null);
    if (!found) return invalidPage(context);
    return active ? signOut(context, found.target) : signedOutPage(context);
  },
});

interface Logout {
  readonly client: OAuthClientRow | null;
  /** The claims of the ID token. `null` if the client sent none. */
  readonly hint: Readonly<Record<string, unknown>> | null;
  /** The redirect URI, with the state. `null` if there's none, or the client didn't register it. */
  readonly target: string | null;
}

/** Reads a logout request. Returns `null` if it isn't valid. Accepts expired ID tokens. */
async function readLogout(context: RequestContext, raw: RawParameters): Promise<Logout | null> {
  const names = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"];
  if (names.some((name) => Array.isArray(raw[name]))) return null;
  const token = readParameter(raw, "id_token_hint");
  const signer = getService(context, "tokenSigner");
  const hint =
    token === undefined ? null : await signer.verify(context, token, { type: idTokenType, ignoreExpiry: true });
  if (token !== undefined && hint?.iss !== issuerOf(context)) return null;
  const clientId = readParameter(raw, "client_id") ?? hint?.aud;
  if (hint && hint.aud !== clientId) return null;
  const client = typeof clientId === "string" ? await findActiveClient(context, clientId) : null;
  const uri = readParameter(raw, "post_logout_redirect_uri");
  if (uri === undefined || !client?.postLogoutRedirectUris?.includes(uri)) return { client, hint, target: null };
  const target = new URL(uri);
  const state = readParameter(raw, "state");
  if (state !== undefined) target.searchParams.set("state", state);
  return { client, hint, target: target.href };
}

async function signOut(context: RequestContext, target: string | null): Promise<Response> {
  const presented = readSessionToken(context);
  if (presented) await endSession(context, hashToken(presented.token));
  clearSessionCookies(context);
  return target === null ? signedOutPage(context) : redirectResponse(target);
}

function confirmationPage(context: RequestContext, text: string, target: string | null, sessionId: string): Response {
  const { appName, basePath } = context.settings;
  const html = renderMessagePage({
    appName,
    title: `Sign out of ${appName}?`,
    text,
    form: {
      action: `${basePath}/oauth2/end-session/confirm`,
      fields: { request: signConfirmation(context, target, sessionId) },
      button: "Sign out",
    },
    home: `${context.origin}/`,
  });
  return htmlResponse(html, 200, target === null ? true : [target]);
}

function signedOutPage(context: RequestContext): Response {
  const { appName } = context.settings;
  const text = "You can close this page.";
  return htmlResponse(renderMessagePage({ appName, title: "You're signed out", text, home: `${context.origin}/` }));
}

function invalidPage(context: RequestContext): Response {
  const { appName } = context.settings;
  const text = "The app's request to sign out isn't valid or has expired. Go back and try again.";
  const title = "Couldn't sign out";
  const html = renderMessagePage({ appName, title, text, code: "invalid_request", home: `${context.origin}/` });
  return htmlResponse(html, 400);
}

function toNavigation(context: RequestContext, raw: RawParameters): Response {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(raw)) {
    for (const value of [values].flat()) if (typeof value === "string") query.append(name, value);
  }
  return redirectResponse(`${issuerOf(context)}/oauth2/end-session?${query}`);
}
