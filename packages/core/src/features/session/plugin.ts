/** Reading, listing, and ending sessions, as a feature. */

import { insertErrors } from "../../http/errors.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { browserCookie } from "../../sessions/browser-id.ts";
import { sessionCookies } from "../../sessions/cookie-names.ts";
import { guestErrors, impersonationErrors, sessionErrors } from "../../sessions/guards.ts";
import { pendingSignInCookie } from "../../sessions/pending.ts";
import { sessionTable } from "../../tables/session.ts";
import type { SessionCalls } from "./contract.ts";
import {
  getSession,
  getSessionErrors,
  listSessionsEndpoint,
  revokeOtherSessions,
  revokeSessionEndpoint,
  revokeSessionsEndpoint,
} from "./endpoints.ts";
import { type ProviderSignOut, signOut } from "./sign-out.ts";
import { updateSessionEndpoint, updateSessionErrors } from "./update.ts";

const { FAILED_TO_CREATE_SESSION } = insertErrors;

/** @param signOutAtProvider `null` if no provider signs users out */
export function sessionFeature(signOutAtProvider: ProviderSignOut | null): Plugin {
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
      signOut: signOut(signOutAtProvider),
    },
    errors: {
      ...sessionErrors,
      ...impersonationErrors,
      ...guestErrors,
      ...getSessionErrors,
      ...updateSessionErrors,
      FAILED_TO_CREATE_SESSION,
    },
    cookies: [...Object.values(sessionCookies), pendingSignInCookie, browserCookie],
    stageErrors: { signIn: { FAILED_TO_CREATE_SESSION } },
  });
}
