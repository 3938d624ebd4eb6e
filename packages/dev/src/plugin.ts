/** Assembles the dev console plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { devConsoleLink } from "./access/endpoint.ts";
import { consoleGuards, linkPrinter } from "./access/guards.ts";
import { devConsolePage } from "./console/endpoint.ts";
import type { DevConsoleTypes } from "./contract.ts";
import { devChangeDirectory, devDirectory } from "./directory/endpoints.ts";
import { devChangeDns, devDns } from "./dns/endpoints.ts";
import { devErrors } from "./errors.ts";
import { devClearMail, devMail, devMailPage } from "./mail/endpoints.ts";
import { type DevConsoleOptions, resolveOptions } from "./options.ts";
import { devReference } from "./reference/endpoint.ts";
import { devRequests } from "./requests/endpoints.ts";
import { createRequestLog } from "./requests/log.ts";
import { devSessions, devSignInAs } from "./sessions/endpoints.ts";
import { devTexts } from "./texts/endpoint.ts";
import { devUsers } from "./users/endpoints.ts";
import { devAddWebhookSecret, devClearWebhooks, devWebhooks } from "./webhooks/endpoints.ts";

/** The plugin that `devConsole` returns. */
export interface DevConsolePlugin extends Plugin<DevConsoleTypes> {
  readonly id: "dev";
}

/**
 * Creates the dev console, at `/dev` below the base path. It shows caught emails and texts, received webhooks, DNS
 * records, a simulated directory, users, sessions, and the latest requests with the result of each guard. It can sign
 * you in as any user.
 *
 * The console only responds to browsers on this machine that opened the link from the terminal, unless `allow` is
 * `any`. `createAuth` throws if the plugin is used in production, which means that `NODE_ENV` is neither `development`
 * nor `test`.
 *
 * @throws {Error} if an option is invalid
 */
export function devConsole(options: DevConsoleOptions = {}): DevConsolePlugin {
  const settings = resolveOptions(options);
  const print = linkPrinter(settings);
  const guards = consoleGuards(settings, print);
  const log = createRequestLog();
  const endpoints = {
    devConsolePage: devConsolePage(guards, settings, log),
    devMail: devMail(guards, settings.mail),
    devMailPage: devMailPage(guards, settings.mail),
    devClearMail: devClearMail(guards, settings.mail),
    devTexts: devTexts(guards, settings.texts),
    devWebhooks: devWebhooks(guards, settings.webhooks),
    devAddWebhookSecret: devAddWebhookSecret(guards, settings.webhooks),
    devClearWebhooks: devClearWebhooks(guards, settings.webhooks),
    devDns: devDns(guards, settings.dns),
    devChangeDns: devChangeDns(guards, settings.dns),
    devDirectory: devDirectory(guards, settings.directory),
    devChangeDirectory: devChangeDirectory(guards, settings.directory),
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
        'The "dev" plugin reads all email and can sign in as any user, so it can\'t run in production. ' +
          "Remove devConsole() from plugins, or set NODE_ENV=development on your own machine.",
      );
    },
  });
}
