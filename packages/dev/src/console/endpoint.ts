/** The console's front page. */

import { randomToken } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf, input, readSession } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import type { DevCalls } from "../contract.ts";
import type { MailBox } from "../mail/mailbox.ts";
import type { RequestLog } from "../requests/log.ts";
import { listLiveSessions } from "../sessions/store.ts";
import { listUsers } from "../users/store.ts";
import { pageResponse } from "./document.ts";
import { live } from "./live.ts";
import { consoleBody } from "./page.ts";
import { consolePath } from "./paths.ts";

export function devConsolePage(
  guards: ConsoleGuards,
  mail: MailBox | null,
  log: RequestLog,
): EndpointOf<DevCalls["devConsolePage"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev",
    summary: "The development console",
    input: input.object({ token: input.optional(input.rawText({ max: 100 })) }),
    output: page,
    guards: [guards.page],
    statements: 4,
    async handle(_, context) {
      if (context.instead) return context.instead;
      const active = await readSession(context, { cache: false, refresh: false });
      const { appName } = context.settings;
      const body = consoleBody({
        appName,
        path: consolePath(context),
        home: `${context.origin}/`,
        now: context.now(),
        signedInAs: active?.user.email ?? null,
        mails: mail?.list() ?? null,
        users: await listUsers(context.db),
        sessions: await listLiveSessions(context),
        requests: log.list(),
      });
      const script = { code: live, nonce: randomToken(context.random) };
      return pageResponse({ title: `Development console · ${appName}`, body, script });
    },
  });
}
