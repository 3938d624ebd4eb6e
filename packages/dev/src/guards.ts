/** Who may see the console: whoever sits at this machine, and no page from elsewhere that got a name to lead here. */

import { defineGuard, fail, type Guard, type RequestContext } from "@latchkey/core";
import { devErrors } from "./errors.ts";
import type { DevSettings } from "./options.ts";

/** Refuses what does not come from this machine. Calls on the server pass. */
export function requireLocalCaller({ allow }: DevSettings): Guard {
  return defineGuard({
    name: "requireLocalCaller",
    summary: "The request comes from this machine.",
    errors: devErrors,
    check(context) {
      if (allow !== "any" && context.overHttp && !isLocal(context)) fail(devErrors, "DEV_CONSOLE_LOCAL_ONLY");
      return undefined;
    },
  });
}

function isLocal(context: RequestContext): boolean {
  const hosts = hostsOf(context);
  const own = context.settings.origin === null ? null : new URL(context.settings.origin).hostname;
  // A page elsewhere can have its own name lead to 127.0.0.1 and so read this answer: by the name it is told apart.
  if (!hosts.every((host) => isLocalName(host) || host === own)) return false;
  // A tunnel connects from this machine, on behalf of somebody who is not on it.
  if (!forwardedFor(context).every(isLoopback)) return false;
  // Whose address is not known may be anybody on the network: a name is quickly claimed.
  return context.clientAddress !== null && isLoopback(context.clientAddress);
}

/** The hosts that the request names: in its address and, which may differ behind an adapter, in its header. */
function hostsOf({ request, headers }: RequestContext): string[] {
  const hosts = request ? [new URL(request.url).hostname] : [];
  const header = headers.get("host");
  return header === null ? hosts : [...hosts, nameOf(header)];
}

function nameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

function forwardedFor({ headers, settings }: RequestContext): string[] {
  const names = new Set([...addressHeaders, ...settings.address.headers]);
  const plain = [...names].flatMap((name) => headers.get(name)?.split(",") ?? []).map((hop) => hop.trim());
  const standard = [...(headers.get("forwarded") ?? "").matchAll(/for="?([^;,"\s]+)/gi)].map(([, hop = ""]) => hop);
  return [...plain, ...standard];
}

/** What proxies and tunnels say for whom they ask. */
const addressHeaders = ["x-forwarded-for", "x-real-ip", "cf-connecting-ip", "true-client-ip"];

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}(?::\d+)?$|^::1$|^\[::1\](?::\d+)?$/i.test(address);
}
