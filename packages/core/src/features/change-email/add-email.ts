/**
 * `/add-email` lets a user add an email if their provider shares none and the app requires a verified one. They aren't
 * signed in yet. A cookie from the rejected sign-in identifies them.
 */

import { AuthError, fail } from "../../http/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { isMailable, mailableEmail } from "../../outbox/mail.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { either, page as pageOutput, statusResponse } from "../../shapes/shape.ts";
import { readPendingEmail } from "../../users/pending-email.ts";
import { findUser } from "../../users/store.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { emailPage } from "./email-page.ts";
import { addEmailErrors } from "./errors.ts";
import { type ChangeEmailPayload, enqueueLinkMail, newEmailMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";

/** The page that a provider's callback redirects to if the app doesn't have one. */
export const addEmailPage: EndpointOf<ChangeEmailCalls["addEmailPage"]> = defineEndpoint({
  method: "GET",
  path: "/add-email",
  summary: "Show the add-email page",
  input: input.object({ callbackURL: input.target }),
  output: pageOutput,
  queryBudget: 0,
  rateLimit: { window: 60, max: 20 },
  async handle({ callbackURL }, context) {
    const redirectURL = await checkRedirect(context, "callbackURL", callbackURL || "/");
    if (!readPendingEmail(context)) return expiredPage(context, redirectURL);
    return formPage(context, redirectURL, "We'll send a link to this email. Open it to sign in.");
  },
});

/**
 * The response doesn't reveal whether the email is taken. Only the link reveals it, to the person who reads the email.
 */
export function addEmail(settings: ChangeEmailSettings): EndpointOf<ChangeEmailCalls["addEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/add-email",
    summary: "Add an email before signing in",
    input: input.object({ email: input.rawText(), callbackURL: input.target }),
    output: either(statusResponse, pageOutput),
    errors: addEmailErrors,
    queryBudget: 1,
    rateLimit: { window: 60, max: 5 },
    acceptsForm: true,
    originCheck: "always",
    async handle({ email, callbackURL }, context) {
      const redirectURL = await checkRedirect(context, "callbackURL", callbackURL || "/");
      if (!isFormRequest(context)) {
        await sendLink(context, settings, email, redirectURL);
        return { status: true };
      }
      try {
        await sendLink(context, settings, email, redirectURL);
        return emailPage(context, redirectURL, {
          title: "Check your email",
          text: `We sent a link to ${email}. Open it in this browser to sign in.`,
        });
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        if (error.code === "UNAUTHORIZED") return expiredPage(context, redirectURL);
        return formPage(context, redirectURL, `${error.message}. Try again.`);
      }
    },
  });
}

async function sendLink(
  context: RequestContext,
  settings: ChangeEmailSettings,
  submittedEmail: string,
  redirectURL: SafeURL,
): Promise<void> {
  if (!settings.sendVerification) fail(addEmailErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
  const newEmail = mailableEmail(submittedEmail) ?? fail(addEmailErrors, "INVALID_EMAIL");
  const pendingEmail = readPendingEmail(context);
  const user = pendingEmail && (await findUser(context.db, pendingEmail.id));
  if (!user || user.epoch !== pendingEmail.epoch || isMailable(user.email)) fail(addEmailErrors, "UNAUTHORIZED");
  if (!(await allowMail(context, newEmail))) return;
  const { id: userId, email, epoch } = user;
  const payload: ChangeEmailPayload = { userId, newEmail, email, epoch, ...linkBase(context, redirectURL) };
  await context.db.transaction((tx) => enqueueLinkMail(tx, context, newEmailMailKind, payload));
}

function isFormRequest(context: RequestContext): boolean {
  const type = context.method === null ? null : context.header("content-type");
  return type?.startsWith("application/x-www-form-urlencoded") === true;
}

function formPage(context: RequestContext, redirectURL: SafeURL, text: string): Response {
  return emailPage(context, redirectURL, {
    title: "Add your email",
    text,
    form: {
      action: `${context.settings.basePath}/add-email`,
      fields: { callbackURL: redirectURL },
      input: { name: "email", label: "Email", type: "email" },
      button: "Send link",
    },
  });
}

function expiredPage(context: RequestContext, redirectURL: SafeURL): Response {
  return emailPage(context, redirectURL, {
    title: "Sign in again",
    text: "You can add an email for an hour after you sign in, in the same browser.",
  });
}
