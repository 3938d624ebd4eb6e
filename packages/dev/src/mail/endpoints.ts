/** Endpoints to list, show, and clear caught emails. */

import { defineEndpoint, type EndpointOf, input, type RequestContext, redirectResponse } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import { pageResponse } from "../console/page-response.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { clearedOutput, mailOutput } from "../outputs.ts";
import type { CaughtMail, Mailbox } from "./mailbox.ts";
import { mailBody, missingMailBody } from "./page.ts";

/** Lists the caught emails, newest first. */
export function devMail(guards: ConsoleGuards, mail: Mailbox | null): EndpointOf<DevCalls["devMail"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/mail",
    summary: "List received emails",
    output: mailOutput,
    guards: [guards.data],
    queryBudget: 0,
    handle: () => mail?.list() ?? [],
  });
}

/** Shows an email as a page. */
export function devMailPage(guards: ConsoleGuards, mail: Mailbox | null): EndpointOf<DevCalls["devMailPage"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/mail/:id",
    summary: "View an email",
    input: input.object({ id: input.rawText({ max: 40 }) }),
    output: page,
    guards: [guards.page],
    queryBudget: 0,
    handle: ({ id }, context) =>
      context.response ??
      mailPageResponse(
        mail?.list().find((one) => one.id === id),
        context,
      ),
  });
}

export function devClearMail(guards: ConsoleGuards, mail: Mailbox | null): EndpointOf<DevCalls["devClearMail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/mail/clear",
    summary: "Clear emails",
    output: clearedOutput,
    guards: [guards.data],
    queryBudget: 0,
    acceptsForm: true,
    originCheck: "always",
    handle(_, context) {
      mail?.clear();
      return isForm(context) ? redirectResponse(consolePath(context)) : { success: true };
    },
  });
}

function mailPageResponse(mail: CaughtMail | undefined, context: RequestContext): Response {
  const back = consolePath(context);
  if (!mail) return pageResponse({ title: "Email not found", body: missingMailBody(back), status: 404 });
  return pageResponse({ title: mail.subject || "(no subject)", body: mailBody({ mail, back, now: context.now() }) });
}
