/** `/.well-known/webauthn`, which lets pages on other domains use this site's passkeys. */

import { defineEndpoint, type EndpointOf, fail, httpErrors } from "@latchkey/core/plugin";
import type { PasskeyCalls } from "./contract.ts";
import type { PasskeySettings } from "./options.ts";
import { relatedOriginsOutput } from "./outputs.ts";

/** Responds with 404 if the app has no related origins. @see WebAuthn Level 3, section 5.11 */
export function webauthnRelatedOrigins({
  relatedOrigins: origins,
}: PasskeySettings): EndpointOf<PasskeyCalls["webauthnRelatedOrigins"]> {
  return defineEndpoint({
    method: "GET",
    path: "/.well-known/webauthn",
    atRoot: true,
    summary: "Get the origins that can use this site's passkeys",
    output: relatedOriginsOutput,
    errors: { NOT_FOUND: httpErrors.NOT_FOUND },
    queryBudget: 0,
    handle: () => (origins.length > 0 ? { origins } : fail(httpErrors, "NOT_FOUND")),
  });
}
