/**
 * `/add-email`: an address for somebody whose provider gives none, where nobody gets in without a proven one. They are not
 * signed in yet: a cookie of the sign-in that was refused says who they are.
 */

import * as z from "zod";
import type { StatusAnswer } from "../../http/call.ts";
import { AuthError, fail } from "../../http/errors.ts";
import { target } from "../../http/inputs.ts";
import { isMailable, mailableEmail } from "../../outbox/mail.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { readAddressWanted } from "../../sessions/wanted-address.ts";
import { either, page as pageOutput, statusAnswer } from "../../shapes/shape.ts";
import { findUser } from "../../users/store.ts";
import { addEmailErrors } from "./errors.ts";
import type { AddEmailInput, AddEmailPageQuery } from "./inputs.ts";
import { type ChangeWish, newAddressMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { page } from "./page.ts";

const query: z.ZodType<AddEmailPageQuery> = z.object({ callbackURL: target });

/** Where the callback of a provider leads if the app has no page of its own. */
export const addEmailPage: Endpoint<AddEmailPageQuery, Response> = defineUntypedEndpoint({
  method: "GET",
  path: "/add-email",
  summary: "A page that asks for an address before somebody is signed in",
  input: query,
  output: pageOutput,
  statements: 0,
  rateLimit: { window: 60, max: 20 },
  async handle({ callbackURL }, context) {
    const goTo = await checkRedirect(context, "callbackURL", callbackURL || "/");
    if (!readAddressWanted(context)) return tooLate(context, goTo);
    return form(context, goTo, "You are signed in as soon as you have opened the link that we send there.");
  },
});

const input: z.ZodType<AddEmailInput> = z.object({ email: z.string(), callbackURL: target });

/** The answer is the same whether the address is somebody's: its link says so, to whoever reads the mail. */
export function addEmail(settings: ChangeEmailSettings): Endpoint<AddEmailInput, StatusAnswer | Response> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/add-email",
    summary: "Name an address before being signed in",
    input,
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
