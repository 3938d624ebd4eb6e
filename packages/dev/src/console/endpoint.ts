/** The endpoint of the console's main page. */

import { randomToken } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf, input, readSession } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import type { DevCalls } from "../contract.ts";
import type { DevSettings } from "../options.ts";
import type { RequestLog } from "../requests/log.ts";
import { listActiveSessions } from "../sessions/store.ts";
import { listUsers } from "../users/store.ts";
import { liveUpdateScript } from "./live-update-script.ts";
import { consoleBody } from "./page.ts";
import { pageResponse } from "./page-response.ts";
import { consolePath } from "./paths.ts";

export function devConsolePage(
  guards: ConsoleGuards,
  { mail, texts, webhooks, dns, directory }: Pick<DevSettings, "mail" | "texts" | "webhooks" | "dns" | "directory">,
  log: RequestLog,
): EndpointOf<DevCalls["devConsolePage"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev",
    summary: "Open the dev console",
    input: input.object({ token: input.optional(input.rawText({ max: 100 })) }),
    output: page,
    guards: [guards.page],
    queryBudget: 6,
    async handle(_, context) {
      if (context.response) return context.response;
      const active = await readSession(context);
      const { appName } = context.settings;
      const body = consoleBody({
        appName,
        path: consolePath(context),
        home: `${context.origin}/`,
        now: context.now(),
        signedInAs: active?.user.email ?? null,
        mails: mail?.list() ?? null,
        texts: texts?.list() ?? null,
        webhooks: webhooks?.list() ?? null,
        directory: directory?.state() ?? null,
        records: (await dns?.wanted(context.db)) ?? null,
        users: await listUsers(context.db),
        sessions: await listActiveSessions(context),
        requests: log.list(),
      });
      const script = { code: liveUpdateScript, nonce: randomToken(context.random) };
      return pageResponse({ title: `Dev console · ${appName}`, body, script });
    },
  });
}
