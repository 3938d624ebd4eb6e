/** Sessions as a feature: reading, listing and ending them. */

import { insertErrors } from "../../http/errors.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { sessionErrors } from "../../sessions/guards.ts";
import { sessionTable } from "../../sessions/table.ts";
import type { SessionCalls } from "./contract.ts";
import {
  getSession,
  listSessionsEndpoint,
  revokeOtherSessions,
  revokeSessionEndpoint,
  revokeSessionsEndpoint,
  signOut,
} from "./endpoints.ts";
import { updateSessionEndpoint, updateSessionErrors } from "./update.ts";

const { FAILED_TO_CREATE_SESSION } = insertErrors;

export function sessionFeature(): Plugin {
  return definePlugin<Plugin<FeatureTypes<SessionCalls>>>({
    id: "session",
    tables: [sessionTable],
    endpoints: {
      getSession,
      listSessions: listSessionsEndpoint,
      revokeSession: revokeSessionEndpoint,
      revokeSessions: revokeSessionsEndpoint,
      revokeOtherSessions,
      updateSession: updateSessionEndpoint,
      signOut,
    },
    errors: { ...sessionErrors, ...updateSessionErrors, FAILED_TO_CREATE_SESSION },
    refusals: { signIn: { FAILED_TO_CREATE_SESSION } },
  });
}
