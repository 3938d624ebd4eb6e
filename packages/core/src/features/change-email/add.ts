/**
 * `/add-email`: an address for somebody whose provider gives none, where nobody gets in without a proven one. They are not
 * signed in yet: a cookie of the sign-in that was refused says who they are.
 */

import { AuthError, fail } from "../../http/errors.ts";
import { isMailable, mailableEmail } from "../../outbox/mail.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { readAddressWanted } from "../../sessions/wanted-address.ts";
import { either, page as pageOutput, statusAnswer } from "../../shapes/shape.ts";
import { findUser } from "../../users/store.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { addEmailErrors } from "./errors.ts";
import { type ChangeWish, newAddressMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { page } from "./page.ts";

/** Where the callback of a provider leads if the app has no page of its own. */
export const addEmailPage: EndpointOf<ChangeEmailCalls["addEmailPage"]> = defineEndpoint({
  method: "GET",
  path: "/add-email",
  summary: "A page that asks for an address before somebody is signed in",
  input: input.object({ callbackURL: input.target }),
  output: pageOutput,
  statements: 0,
  rateLimit: { window: 60, max: 20 },
  async handle({ callbackURL }, context) {
    const goTo = await checkRedirect(context, "callbackURL", callbackURL || "/");
    if (!readAddressWanted(context)) return tooLate(context, goTo);
    return form(context, goTo, "You are signed in as soon as you have opened the link that we send there.");
  },
});

/** The answer is the same whether the address is somebody's: its link says so, to whoever reads the mail. */
export function addEmail(settings: ChangeEmailSettings): EndpointOf<ChangeEmailCalls["addEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/add-email",
    summary: "Name an address before being signed in",
    input: input.object({ email: input.rawText(), callbackURL: input.target }),
    output: either(statusAnswer, pageOutput),
    errors: addEmailErrors,
    statements: 1,
    rateLimit: { window: 60, max: 5 },
    form: true,
    origin: "always",
    async handle({ email, callbackURL }, context) {
      const goTo = await checkRedirect(context, "callbackURL", callbackURL || "/");
      if (!isForm(context)) {
        await ask(context, settings, email, goTo);
        return { status: true };
      }
      try {
        await ask(context, settings, email, goTo);
        return page(context, goTo, {
          title: "Look into your mail",
          text: `We sent a link to ${email}. Open it in this browser to be signed in.`,
        });
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        if (error.code === "UNAUTHORIZED") return tooLate(context, goTo);
        return form(context, goTo, `${error.message}. Please try again.`);
      }
    },
  });
}

async function ask(
  context: RequestContext,
  settings: ChangeEmailSettings,
  typed: string,
  goTo: SafeURL,
): Promise<void> {
  if (!settings.sendProof) fail(addEmailErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
  const newEmail = mailableEmail(typed) ?? fail(addEmailErrors, "INVALID_EMAIL");
  const wanted = readAddressWanted(context);
  const user = wanted && (await findUser(context.db, wanted.id));
  if (!user || user.epoch !== wanted.epoch || isMailable(user.email)) fail(addEmailErrors, "UNAUTHORIZED");
  if (!(await mayMail(context, newEmail))) return;
  const { id: userId, email, epoch } = user;
  const wish: ChangeWish = { userId, newEmail, email, epoch, ...linkBase(context, goTo) };
  await putMessage(context.db, context, plainMessage(context, newAddressMailKind, wish));
}

function isForm({ request }: RequestContext): boolean {
  return request?.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
}

function form(context: RequestContext, goTo: SafeURL, text: string): Response {
  return page(context, goTo, {
    title: "Add your email address",
    text,
    form: {
      action: `${context.settings.basePath}/add-email`,
      fields: { callbackURL: goTo },
      ask: { name: "email", label: "Email", type: "email" },
      button: "Send the link",
    },
  });
}

function tooLate(context: RequestContext, goTo: SafeURL): Response {
  return page(context, goTo, {
    title: "Please sign in again",
    text: "An address can be added within an hour of signing in, in the same browser.",
  });
}
