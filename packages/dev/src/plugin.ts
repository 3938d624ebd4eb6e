/** The console, put together. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { devConsoleLink } from "./access/endpoint.ts";
import { consoleGuards, linkPrinter } from "./access/guards.ts";
import { devConsolePage } from "./console/endpoint.ts";
import type { DevConsoleTypes } from "./contract.ts";
import { devErrors } from "./errors.ts";
import { devClearMail, devMail, devMailPage } from "./mail/endpoints.ts";
import { type DevConsoleOptions, resolveOptions } from "./options.ts";
import { devReference } from "./reference/endpoint.ts";
import { devRequests } from "./requests/endpoints.ts";
import { createRequestLog } from "./requests/log.ts";
import { devSessions, devSignInAs } from "./sessions/endpoints.ts";
import { devUsers } from "./users/endpoints.ts";

/** The plugin, as `devConsole` makes it. */
export interface DevConsolePlugin extends Plugin<DevConsoleTypes> {
  readonly id: "dev";
}

/**
 * Creates the dev console, at `/dev` below the base path: caught mail, users, sessions, and the last requests with what
 * each guard decided. It can sign you in as any user.
 *
 * The console answers browsers on this machine that came with the link from the terminal. `createAuth` throws if the
 * plugin is used in production, which is everything except `NODE_ENV` development or test.
 *
 * @throws {Error} an option that makes no sense
 */
export function devConsole(options: DevConsoleOptions = {}): DevConsolePlugin {
  const settings = resolveOptions(options);
  const print = linkPrinter(settings);
  const guards = consoleGuards(settings, print);
  const log = createRequestLog();
  const endpoints = {
    devConsolePage: devConsolePage(guards, settings.mail, log),
    devMail: devMail(guards, settings.mail),
    devMailPage: devMailPage(guards, settings.mail),
    devClearMail: devClearMail(guards, settings.mail),
    devUsers: devUsers(guards),
    devSessions: devSessions(guards),
    devRequests: devRequests(guards, log),
    devSignInAs: devSignInAs(guards),
    devReference: devReference(guards),
    devConsoleLink,
  };
  return definePlugin<DevConsolePlugin>({
    id: "dev",
    endpoints,
    errors: devErrors,
    observe: (trace) => {
      if (!Object.hasOwn(endpoints, trace.endpointId)) log.add(trace);
    },
    init(context) {
      if (!context.settings.production) return print(context);
      throw new Error(
        'plugins: "dev" is the development console, which reads all mail and becomes any user, and this is production. ' +
          "Leave devConsole() out of the plugins here; on your own machine, set NODE_ENV to development.",
      );
    },
  });
}
