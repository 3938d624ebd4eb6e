/** Sessions as a feature: reading, listing and ending them. */

import type { Endpoint } from "../../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { sessionErrors } from "../../sessions/guards.ts";
import { sessionTable } from "../../sessions/table.ts";
import {
  getSession,
  listSessionsEndpoint,
  revokeOtherSessions,
  revokeSessionEndpoint,
  revokeSessionsEndpoint,
  signOut,
} from "./endpoints.ts";
import { updateSessionEndpoint, updateSessionErrors } from "./update.ts";

const endpoints: Readonly<Record<string, Endpoint>> = {
  getSession,
  listSessions: listSessionsEndpoint,
  revokeSession: revokeSessionEndpoint,
  revokeSessions: revokeSessionsEndpoint,
  revokeOtherSessions,
  updateSession: updateSessionEndpoint,
  signOut,
};

export function sessionFeature(): Plugin {
  return definePlugin({
    id: "session",
    tables: [sessionTable],
    endpoints,
    errors: { ...sessionErrors, ...updateSessionErrors },
  });
}
