/** The client plugin, `@latchkey/jwt/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { JwtTypes } from "./contract.ts";

/** Adds `token`, `jwks`, and `jwt.endedSessions`. */
export function jwtClient(): ClientPlugin<JwtTypes> {
  return { id: "jwt", methods: { "/token": "GET", "/jwks": "GET", "/jwt/ended-sessions": "GET" } };
}
