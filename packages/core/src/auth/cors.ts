/** CORS for trusted origins. Other origins get no headers, so the browser doesn't let their pages read the response. */

import { compileOrigins } from "../http/origins.ts";
import type { AuthContext } from "../kernel/context.ts";
import { bearerHeader } from "../sessions/cookies.ts";
import { originOf } from "./request-scope.ts";

/** Returns the response to a preflight from a trusted origin, or `null` for any other OPTIONS request. */
export async function preflight(kernel: AuthContext, request: Request): Promise<Response | null> {
  const origin = request.headers.get("origin");
  if (origin === null || !request.headers.has("access-control-request-method")) return null;
  if (!(await isTrustedCrossOrigin(kernel, request, origin))) return null;
  return new Response(null, {
    status: 204,
    headers: {
      ...credentialHeaders(origin),
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "authorization, content-type, x-captcha-response",
      "access-control-max-age": "600",
    },
  });
}

/** Lets the page at `Origin` read the response, if that origin is trusted. */
export async function allowOrigin(kernel: AuthContext, request: Request, response: Response): Promise<Response> {
  const origin = request.headers.get("origin") as string;
  response.headers.append("vary", "origin");
  if (!(await isTrustedCrossOrigin(kernel, request, origin))) return response;
  for (const [name, value] of Object.entries(credentialHeaders(origin))) response.headers.set(name, value);
  const further = kernel.settings.session.bearerHeader ? `, ${bearerHeader}` : "";
  response.headers.set("access-control-expose-headers", `retry-after, x-retry-after${further}`);
  return response;
}

function credentialHeaders(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true", vary: "origin" };
}

async function isTrustedCrossOrigin(kernel: AuthContext, request: Request, origin: string): Promise<boolean> {
  const { isTrustedOrigin, getTrustedOrigins, origin: own } = kernel.settings;
  if (origin === (own ?? originOf(request.url))) return false;
  if (isTrustedOrigin(origin)) return true;
  return getTrustedOrigins !== null && compileOrigins(await getTrustedOrigins(request))(origin);
}
