/** The documents that tell clients which provider an API trusts. RFC 9728. */

import { defineUntypedEndpoint, type Endpoint, fail, httpErrors } from "@latchkey/core/plugin";
import { claimsOutput } from "./claims.ts";
import { issuerOf } from "./issuer.ts";
import type { ProviderSettings } from "./options.ts";
import type { ResourceSettings } from "./resources/options.ts";

/** Returns an endpoint for each path of a resource. The endpoints describe only resources on the app's own origin. */
export function resourceMetadataEndpoints({ resources }: ProviderSettings): Readonly<Record<string, Endpoint>> {
  const byPath = new Map<string, ResourceSettings[]>();
  for (const resource of resources.values()) {
    const path = new URL(resource.identifier).pathname.replace(/\/$/, "");
    byPath.set(path, [...(byPath.get(path) ?? []), resource]);
  }
  return Object.fromEntries(
    [...byPath].map(([path, all], index) => [`getProtectedResource${index === 0 ? "" : index}`, endpoint(path, all)]),
  );
}

function endpoint(path: string, resources: readonly ResourceSettings[]): Endpoint {
  return defineUntypedEndpoint({
    method: "GET",
    path: `/.well-known/oauth-protected-resource${path}`,
    atRoot: true,
    summary: "Describe an API",
    output: claimsOutput,
    cors: "any-origin",
    rateLimit: false,
    queryBudget: 0,
    handle(_: unknown, context) {
      const found = resources.find(({ identifier }) => new URL(identifier).origin === context.origin);
      if (!found) return fail(httpErrors, "NOT_FOUND");
      context.reply.setSuccessHeader("cache-control", "public, max-age=300");
      return {
        resource: found.identifier,
        authorization_servers: [issuerOf(context)],
        bearer_methods_supported: ["header"],
        ...(found.scopes === null ? {} : { scopes_supported: found.scopes }),
        ...(found.name === null ? {} : { resource_name: found.name }),
        ...(found.requiresProof ? { dpop_bound_access_tokens_required: true } : {}),
      };
    },
  });
}
