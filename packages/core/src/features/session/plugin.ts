/** Reading, listing, and ending sessions, as a feature. */

import { insertErrors } from "../../http/errors.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { guestErrors, impersonationErrors, sessionErrors } from "../../sessions/guards.ts";
import { sessionTable } from "../../tables/session.ts";
import type { SessionCalls } from "./contract.ts";
import {
  getSession,
  getSessionErrors,
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
    errors: {
      ...sessionErrors,
      ...impersonationErrors,
      ...guestErrors,
      ...getSessionErrors,
      ...updateSessionErrors,
      FAILED_TO_CREATE_SESSION,
    },
    stageErrors: { signIn: { FAILED_TO_CREATE_SESSION } },
  });
}
