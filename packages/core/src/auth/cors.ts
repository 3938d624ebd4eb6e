/**
 * CORS. Pages of trusted origins can read every response. Pages of other origins can read only those of endpoints with
 * `cors: "any-origin"`, which don't read cookies.
 */

import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
import type { AuthContext } from "../kernel/context.ts";
import { type EndpointDeclaration, methodsOf } from "../kernel/declaration.ts";
import { isTrustedBySettings } from "../kernel/origin.ts";
import { bearerHeader } from "../sessions/cookies.ts";

/** Returns the response to a preflight from a trusted origin, or `null` for any other OPTIONS request. */
export async function preflight(kernel: AuthContext, request: HttpRequest): Promise<HttpResponse | null> {
  const origin = request.header("origin");
  if (origin === null || request.header("access-control-request-method") === null) return null;
  if (!(await isTrustedCrossOrigin(kernel, request, origin))) return null;
  const headers = {
    ...credentialHeaders(origin),
    vary: "origin",
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type, x-captcha-response",
    "access-control-max-age": "600",
  };
  return { status: 204, headers, cookies: [], body: null };
}

/** Lets the page at this origin read the response, if the origin is trusted. */
export async function allowOrigin(
  kernel: AuthContext,
  request: HttpRequest,
  origin: string,
  response: HttpResponse,
): Promise<HttpResponse> {
  const { headers } = response;
  headers.vary = headers.vary === undefined || headers.vary === "origin" ? "origin" : `${headers.vary}, origin`;
  if (!(await isTrustedCrossOrigin(kernel, request, origin))) return response;
  Object.assign(headers, credentialHeaders(origin));
  const tokenHeader = kernel.settings.session.bearerHeader ? `, ${bearerHeader}` : "";
  const endpointHeaders = headers["access-control-expose-headers"];
  headers["access-control-expose-headers"] =
    `retry-after, x-retry-after${tokenHeader}${endpointHeaders ? `, ${endpointHeaders}` : ""}`;
  return response;
}

/** Returns the response to a preflight for an endpoint with `cors: "any-origin"`. */
export function anyOriginPreflight(endpoint: EndpointDeclaration): HttpResponse {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methodsOf(endpoint).join(", "),
    "access-control-allow-headers": "authorization, content-type, dpop, mcp-protocol-version",
    "access-control-max-age": "600",
  };
  return { status: 204, headers, cookies: [], body: null };
}

/**
 * Lets pages of every origin read the response. If the request was sent with cookies, browsers still block the
 * response.
 */
export function allowAnyOrigin(response: HttpResponse): HttpResponse {
  response.headers["access-control-allow-origin"] = "*";
  response.headers["access-control-expose-headers"] = "dpop-nonce, etag, retry-after, www-authenticate, x-retry-after";
  return response;
}

/** Returns the request without its cookies, so that the browser's session can't be used. */
export function withoutCookies(request: HttpRequest): HttpRequest {
  let headers: Headers | null = null;
  const toHeaders = (): Headers => {
    if (headers === null) {
      headers = new Headers(request.toHeaders());
      headers.delete("cookie");
    }
    return headers;
  };
  return {
    method: request.method,
    origin: request.origin,
    target: request.target,
    hasBody: request.hasBody,
    remoteAddress: request.remoteAddress,
    waitUntil: request.waitUntil,
    header: (name) => (name.toLowerCase() === "cookie" ? null : request.header(name)),
    readBody: (limit) => request.readBody(limit),
    toHeaders,
    toRequest: () => new Request(request.toRequest(), { headers: toHeaders() }),
  };
}

function credentialHeaders(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
}

async function isTrustedCrossOrigin(kernel: AuthContext, request: HttpRequest, origin: string): Promise<boolean> {
  if (origin === (kernel.settings.origin ?? request.origin)) return false;
  return isTrustedBySettings(kernel.settings, origin, () => request.toRequest());
}
