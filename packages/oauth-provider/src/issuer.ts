/** The provider's own URLs. */

import type { RequestContext } from "@latchkey/core/plugin";

/** The issuer: origin and base path. RFC 8414, section 2. */
export function issuerOf({ origin, settings }: Pick<RequestContext, "origin" | "settings">): string {
  return `${origin}${settings.basePath}`;
}

/** Returns the absolute URL of an endpoint or page. @param target a path on this origin, or a URL */
export function absoluteURL({ origin }: Pick<RequestContext, "origin">, target: string): URL {
  return new URL(target, origin);
}
