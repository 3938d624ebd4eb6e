/** CORS for trusted origins. Other origins get no headers, so the browser doesn't let their pages read the response. */

import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
import type { AuthContext } from "../kernel/context.ts";
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
  const further = kernel.settings.session.bearerHeader ? `, ${bearerHeader}` : "";
  const own = headers["access-control-expose-headers"];
  headers["access-control-expose-headers"] = `retry-after, x-retry-after${further}${own ? `, ${own}` : ""}`;
  return response;
}

function credentialHeaders(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
}

async function isTrustedCrossOrigin(kernel: AuthContext, request: HttpRequest, origin: string): Promise<boolean> {
  if (origin === (kernel.settings.origin ?? request.origin)) return false;
  return isTrustedBySettings(kernel.settings, origin, () => request.toRequest());
}
