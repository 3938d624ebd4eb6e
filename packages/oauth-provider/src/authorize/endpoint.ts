/** `/oauth2/authorize`. RFC 6749, section 3.1. */

import {
  AuthError,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  redirectResponse,
} from "@latchkey/core/plugin";
import { redirect } from "@latchkey/core/shapes";
import { findRequestingClient } from "../clients/documents.ts";
import { isRegisteredRedirect } from "../clients/redirects.ts";
import { findActiveClient } from "../clients/store.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { oauthErrors, refuse } from "../errors.ts";
import { absoluteURL, issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { continueRequest } from "./decide.ts";
import { readHint } from "./hint.ts";
import { findPending, readSignedQuery } from "./pending.ts";
import { takePushed } from "./pushed.ts";
import {
  AuthorizationError,
  clientRedirect,
  type RawParameters,
  type ReturnAddress,
  readParameter,
  readRequest,
  readReturnAddress,
  wantsJson,
} from "./request.ts";

const { invalid_client, invalid_request, invalid_request_uri } = oauthErrors;

/** Starts a client's request, or continues one that waited for a sign-in. */
export function authorizeEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Authorize"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/oauth2/authorize",
    summary: "Start an authorization request",
    input: input.openObject({}),
    output: redirect,
    acceptsForm: true,
    // It only shows pages on which the user has to confirm, and its response goes to a registered URI.
    originCheck: "exempt",
    errors: { invalid_client, invalid_request, invalid_request_uri },
    rateLimit: { window: 60, max: 30 },
    queryBudget: 14,
    async handle(raw: RawParameters, context) {
      // Browsers don't send cookies with a form from another site, so redirect to the same request as a GET.
      if (context.method === "POST") return toNavigation(context, raw);
      const respond = (url: string) =>
        wantsJson(context) ? Response.json({ redirect: true, url }) : redirectResponse(url);
      try {
        return respond(await nextURL(context, settings, raw));
      } catch (error) {
        // Show the error to the user, because the request's redirect URI can't be trusted.
        if (!(error instanceof AuthError) || !context.isHttp) throw error;
        return respond(errorURL(context, settings, error));
      }
    },
  });
}

function errorURL(context: RequestContext, { errorPage }: ProviderSettings, { code, message }: AuthError): string {
  const url = new URL(errorPage === null ? `${issuerOf(context)}/error` : absoluteURL(context, errorPage));
  url.searchParams.set("error", code);
  url.searchParams.set("error_description", message);
  return url.href;
}

async function nextURL(context: RequestContext, settings: ProviderSettings, raw: RawParameters): Promise<string> {
  if (raw.rid !== undefined) return resume(context, settings, raw);
  const clientId = readParameter(raw, "client_id");
  const client = clientId === undefined ? null : await findRequestingClient(context, settings, clientId);
  if (!client) refuse("invalid_client");
  const requestedAt = context.now().getTime();
  const pushed = readParameter(raw, "request_uri");
  if (pushed?.startsWith("urn:")) {
    const { request, expectedSubject } = await takePushed(context, client, pushed);
    const pending = { request, requestedAt, isSelected: false, expectedSubject };
    return redirectOnError(context, request, () => continueRequest(context, settings, client, { pending, id: null }));
  }
  const address = readReturnAddress(client, raw);
  return redirectOnError(context, address, async () => {
    const request = await readRequest(context, settings, client, raw);
    const expectedSubject = await readHint(context, client.clientId, readParameter(raw, "id_token_hint"));
    const pending = { request, requestedAt, isSelected: false, expectedSubject };
    return continueRequest(context, settings, client, { pending, id: null });
  });
}

/** Continues after a sign-in, in the browser that started the request. */
async function resume(context: RequestContext, settings: ProviderSettings, raw: RawParameters): Promise<string> {
  const parameters = new URLSearchParams({ rid: String(raw.rid), sig: String(raw.sig) });
  const id = readSignedQuery(context, parameters.toString());
  const pending = id === null ? null : await findPending(context, id);
  const client = pending && (await findActiveClient(context, pending.request.clientId));
  // The client might have removed the redirect URI since then.
  if (!pending || !client || !isRegisteredRedirect(client, pending.request.redirectUri))
    return refuse("invalid_request", "This request has expired. Go back to the app and try again.");
  const notices = noticesOf(raw);
  return redirectOnError(context, pending.request, () =>
    continueRequest(context, settings, client, { pending, id, notices }),
  );
}

/**
 * Returns the parameters that the redirect after a sign-in added to the URL: an error code, or the names of missing
 * steps, such as a second factor.
 */
function noticesOf(raw: RawParameters): Record<string, string> {
  const { error } = raw;
  const isCode = typeof error === "string" && /^\w{1,100}$/.test(error);
  const challenges = Object.keys(raw).filter((name) => /^[a-z]{1,64}$/i.test(name) && raw[name] === "true");
  return { ...(isCode ? { error } : {}), ...Object.fromEntries(challenges.map((name) => [name, "true"])) };
}

/** Sends an error to the client. RFC 6749, section 4.1.2.1. */
async function redirectOnError(
  context: RequestContext,
  address: ReturnAddress,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const { code, message } = error;
    return clientRedirect(address, issuerOf(context), { error: code, error_description: message });
  }
}

function toNavigation(context: RequestContext, raw: RawParameters): Response {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(raw)) {
    for (const value of [values].flat()) if (typeof value === "string") query.append(name, value);
  }
  // 303 is the only redirect that always becomes a GET. RFC 9110, section 15.4.4.
  return redirectResponse(`${issuerOf(context)}/oauth2/authorize?${query}`, 303);
}
