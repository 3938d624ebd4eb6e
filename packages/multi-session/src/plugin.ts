/** Assembles the multi-session plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import type { MultiSessionCapabilities, MultiSessionTypes } from "./contract.ts";
import { deviceCookies } from "./device-list.ts";
import { listDeviceSessions, revokeDeviceSession, setActiveSession, signOutAccounts } from "./endpoints.ts";
import { multiSessionErrors } from "./errors.ts";
import { type MultiSessionOptions, resolveMultiSession } from "./options.ts";
import { endSurplusSessions, keepsPreviousSession, updateDeviceList } from "./sign-in.ts";

/** The plugin that `multiSession` returns. */
export interface MultiSessionPlugin extends Plugin<MultiSessionTypes> {
  readonly id: "multi-session";
}

/**
 * Lets users stay signed in to several accounts in one browser and switch between them.
 *
 * @throws {Error} if an option is invalid
 */
export function multiSession(options: MultiSessionOptions = {}): MultiSessionPlugin {
  const settings = resolveMultiSession(options);
  return definePlugin<MultiSessionPlugin>({
    id: "multi-session",
    endpoints: { listDeviceSessions, setActiveSession, revokeDeviceSession },
    errors: multiSessionErrors,
    cookies: deviceCookies.map(({ base }) => base),
    hooks: [signOutAccounts(settings)],
    keepsPreviousSession,
    onSessionCreated: endSurplusSessions(settings),
    onSessionTokenChange: updateDeviceList,
    capabilities: () => ({ plugin: settings satisfies MultiSessionCapabilities }),
  });
}
