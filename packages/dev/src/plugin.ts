/** The console, put together. */

import { definePlugin, type Plugin, type PluginTypes } from "@latchkey/core";
import type { DevApi } from "./api.ts";
import { devConsolePage } from "./console/endpoint.ts";
import { devErrors } from "./errors.ts";
import { requireLocalCaller } from "./guards.ts";
import { devClearMail, devMail, devMailPage } from "./mail/endpoints.ts";
import { type DevConsoleOptions, resolveOptions } from "./options.ts";
import { devReference } from "./reference/endpoint.ts";
import { devRequests } from "./requests/endpoints.ts";
import { createRequestLog } from "./requests/log.ts";
import { devSessions, devSignInAs } from "./sessions/endpoints.ts";
import { devUsers } from "./users/endpoints.ts";

/** What the plugin adds to the types of an app. */
export interface DevConsoleTypes extends PluginTypes {
  readonly user: object;
  readonly session: object;
  readonly newUser: object;
  readonly api: DevApi;
  readonly client: object;
  readonly stores: object;
}

/** The plugin, as `devConsole` makes it. */
export interface DevConsolePlugin extends Plugin<DevConsoleTypes> {
  readonly id: "dev";
}

/**
 * The development console, at `/dev` below the base path: caught mail, users, sessions, the last requests with what the
 * guards said, and a way to sign in as anyone.
 *
 * It answers this machine only, unless `allow` says otherwise. `createAuth` throws where it is among the plugins in
 * production, that is wherever `NODE_ENV` is neither `development` nor `test`.
 *
 * @throws {Error} an option that makes no sense
 */
export function devConsole(options: DevConsoleOptions = {}): DevConsolePlugin {
  const settings = resolveOptions(options);
  const local = requireLocalCaller(settings);
  const log = createRequestLog();
  const endpoints = {
    devConsolePage: devConsolePage(local, settings.mail, log),
    devMail: devMail(local, settings.mail),
    devMailPage: devMailPage(local, settings.mail),
    devClearMail: devClearMail(local, settings.mail),
    devUsers: devUsers(local),
    devSessions: devSessions(local),
    devRequests: devRequests(local, log),
    devSignInAs: devSignInAs(local),
    devReference: devReference(local),
  };
  return definePlugin<DevConsolePlugin>({
    id: "dev",
    endpoints,
    errors: devErrors,
    observe: (trace) => {
      if (!Object.hasOwn(endpoints, trace.endpointId)) log.add(trace);
    },
    init({ settings: { production } }) {
      if (!production) return;
      throw new Error(
        'plugins: "dev" is the development console, which reads all mail and becomes any user, and this is production. ' +
          "Leave devConsole() out of the plugins here; on your own machine, set NODE_ENV to development.",
      );
    },
  });
}
