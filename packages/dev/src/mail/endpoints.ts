/** Caught mail: as JSON, one as a page, and gone. */

import { defineEndpoint, type EndpointOf, input, type RequestContext, redirectResponse } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import { pageResponse } from "../console/document.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { clearedOutput, mailOutput } from "../outputs.ts";
import type { CaughtMail, MailBox } from "./mailbox.ts";
import { mailBody, missingMailBody } from "./page.ts";

/** Every mail that is kept, newest first. */
export function devMail(guards: ConsoleGuards, mail: MailBox | null): EndpointOf<DevCalls["devMail"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/mail",
    summary: "Caught mail, newest first",
    output: mailOutput,
    guards: [guards.data],
    statements: 0,
    handle: () => mail?.list() ?? [],
  });
}

/** A mail, as a page. */
export function devMailPage(guards: ConsoleGuards, mail: MailBox | null): EndpointOf<DevCalls["devMailPage"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/mail/:id",
    summary: "One mail, as a page",
    input: input.object({ id: input.rawText({ max: 40 }) }),
    output: page,
    guards: [guards.page],
    statements: 0,
    handle: ({ id }, context) =>
      context.instead ??
      pageOf(
        mail?.list().find((one) => one.id === id),
        context,
      ),
  });
}

export function devClearMail(guards: ConsoleGuards, mail: MailBox | null): EndpointOf<DevCalls["devClearMail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/mail/clear",
    summary: "Forget all mail",
    output: clearedOutput,
    guards: [guards.data],
    statements: 0,
    form: true,
    origin: "always",
    handle(_, context) {
      mail?.clear();
      return isForm(context) ? redirectResponse(consolePath(context)) : { success: true };
    },
  });
}

function pageOf(mail: CaughtMail | undefined, context: RequestContext): Response {
  const back = consolePath(context);
  if (!mail) return pageResponse({ title: "No such mail", body: missingMailBody(back), status: 404 });
  return pageResponse({ title: mail.subject || "(no subject)", body: mailBody({ mail, back, now: context.now() }) });
}
