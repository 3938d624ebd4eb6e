/** The page behind "This wasn't me" in the email about a new sign-in. */

import {
  consumeToken,
  defineEndpoint,
  type EndpointOf,
  enqueuePasswordReset,
  fail,
  htmlResponse,
  input,
  type MessagePage,
  peekToken,
  type RequestContext,
  recipientOf,
  recordAudit,
  renderMessagePage,
  revokeSessionsAndSignIns,
  revokeTokens,
  userTable,
} from "@latchkey/core/plugin";
import { page as pageOutput } from "@latchkey/core/shapes";
import type { NotMeInput, StepUpCalls } from "../contract.ts";
import { stepUpErrors } from "../errors.ts";
import type { StepUpSettings } from "../options.ts";
import { reportedOutput } from "../outputs.ts";
import { notMeToken } from "./mail.ts";

const linkInput: input.InputField<NotMeInput> = input.object({ token: input.id });

/** Shows the page. Email clients prefetch links, so only the button on the page has an effect. */
export const notMePage: EndpointOf<StepUpCalls["notMePage"]> = defineEndpoint({
  method: "GET",
  path: "/devices/not-me",
  summary: "Show the page to report a sign-in",
  input: linkInput,
  output: pageOutput,
  queryBudget: 1,
  rateLimit: { window: 60, max: 20 },
  async handle({ token }, context) {
    if (!(await peekToken(context.db, context, notMeToken, token))) return invalidLink(context);
    const hasReset = context.capabilities.password?.reset === true;
    return page(context, {
      title: "Wasn't this you?",
      text: `We'll sign out every device${hasReset ? " and email you a link to set a new password" : ""}.`,
      form: { action: `${context.settings.basePath}/devices/not-me`, fields: { token }, button: "Secure my account" },
    });
  },
});

const securedText = {
  title: "Your account is secured",
  text: "Every device was signed out. Check your email for the link to set a new password.",
};

/** If no reset link could be sent, someone who knows the password can still sign in. */
const signedOutText = {
  title: "Every device was signed out",
  text: "Your password hasn't changed. Sign in and change it, so that no one else can use it.",
};

const signedOutWithoutPasswordsText = {
  title: signedOutText.title,
  text: "Sign in again, and check your account for changes that you didn't make.",
};

/** Ends all sessions, known and trusted devices, and pending links, and emails a reset link. */
export function notMe(settings: StepUpSettings): EndpointOf<StepUpCalls["notMe"]> {
  return defineEndpoint({
    method: "POST",
    path: "/devices/not-me",
    summary: "Report a sign-in and sign out every device",
    changes: ["session"],
    input: linkInput,
    output: pageOutput,
    queryBudget: 7,
    rateLimit: { window: 60, max: 10 },
    acceptsForm: true,
    async handle({ token }, context) {
      const sent = await secureAccount(context, settings, token);
      if (sent === null) return invalidLink(context);
      if (sent) return page(context, securedText);
      return page(context, context.capabilities.password ? signedOutText : signedOutWithoutPasswordsText);
    },
  });
}

/** Does the same for one of the app's own pages, which shows its own text. */
export function reportSignIn(settings: StepUpSettings): EndpointOf<StepUpCalls["reportSignIn"]> {
  return defineEndpoint({
    method: "POST",
    path: "/devices/report",
    summary: "Report a sign-in from a page of the app",
    changes: ["session"],
    input: linkInput,
    output: reportedOutput,
    errors: { INVALID_TOKEN: stepUpErrors.INVALID_TOKEN },
    queryBudget: 7,
    rateLimit: { window: 60, max: 10 },
    originCheck: "always",
    async handle({ token }, context) {
      const sent = await secureAccount(context, settings, token);
      if (sent === null) fail(stepUpErrors, "INVALID_TOKEN");
      return { status: true, resetEmailSent: sent };
    },
  });
}

/** @returns whether a reset email goes out; `null` if the link isn't valid */
function secureAccount(context: RequestContext, settings: StepUpSettings, token: string): Promise<boolean | null> {
  return context.db.transaction(async (tx) => {
    const used = await consumeToken(tx, context, notMeToken, token);
    const user = used && (await tx.lock(userTable, used.subject));
    if (!user) return null;
    const { id } = user;
    await revokeSessionsAndSignIns(context, id, { db: tx });
    await revokeTokens(tx, context, id);
    await recordAudit(tx, context, { action: "session.report", actorId: id, userId: id });
    const email = recipientOf(user);
    return email !== null && enqueuePasswordReset(tx, context, email, settings.resetPasswordURL);
  });
}

function invalidLink(context: RequestContext): Response {
  return page(context, {
    title: "This link is no longer valid",
    text: "It was used already, or it's older than 7 days. If you don't recognize a sign-in, reset your password.",
  });
}

function page(context: RequestContext, parts: Pick<MessagePage, "title" | "text" | "form">): Response {
  const { appName } = context.settings;
  const html = renderMessagePage({ appName, home: context.origin, ...parts });
  return htmlResponse(html, 200, parts.form !== undefined);
}
