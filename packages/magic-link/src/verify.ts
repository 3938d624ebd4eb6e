/** The `/magic-link/verify` endpoint, which signs in with a link. */

import { AuthError } from "@latchkey/core";
import {
  buildRedirect,
  challengeQuery,
  checkRedirect,
  consumeToken,
  defineEndpoint,
  type EmailSignInResult,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  fieldErrors,
  type InputField,
  input,
  peekToken,
  presentSession,
  presentUser,
  type RequestContext,
  readUserInput,
  redirectResponse,
  signInWithVerifiedEmail,
  type TokenDetails,
  tokenTable,
} from "@latchkey/core/plugin";
import { either, model, object, page, redirect, type Shape, text } from "@latchkey/core/shapes";
import type { MagicLinkCalls, VerifyMagicLinkInput, VerifyMagicLinkResponse } from "./contract.ts";
import { magicLinkErrors } from "./errors.ts";
import { isAllowedHere, isScript, signsInDirectly } from "./opening.ts";
import type { MagicLinkSettings } from "./options.ts";
import { confirmationPage, maskEmail } from "./page.ts";
import { checkTargets } from "./sign-in.ts";
import { type LinkData, magicLinkToken, type Targets } from "./token.ts";

const verifyInput: InputField<VerifyMagicLinkInput> = input.object({
  token: input.text({ max: 255 }),
  callbackURL: input.target,
  newUserCallbackURL: input.target,
  errorCallbackURL: input.target,
});

const verifyOutput: Shape<VerifyMagicLinkResponse | Response> = either(
  object<VerifyMagicLinkResponse>({ token: text, user: model("user"), session: model("session") }),
  redirect,
  page,
);

type Link = TokenDetails<LinkData>;

/**
 * Signs in, or shows a page that asks first. In the browser that asked for the link, opening it is enough. Everywhere
 * else, opening it consumes nothing: email scanners and previews open links, and a link can lead to someone else's
 * account.
 */
export function magicLinkVerify(settings: MagicLinkSettings): EndpointOf<MagicLinkCalls["magicLinkVerify"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/magic-link/verify",
    summary: "Sign in with a link",
    changes: ["session"],
    input: verifyInput,
    output: verifyOutput,
    stages: ["signIn", "signUp"],
    errors: {
      INVALID_TOKEN: magicLinkErrors.INVALID_TOKEN,
      FAILED_TO_CREATE_SESSION: emailPasswordErrors.FAILED_TO_CREATE_SESSION,
      FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED,
    },
    queryBudget: 18,
    rateLimit: { window: 60, max: 5 },
    originCheck: "always",
    acceptsForm: true,
    query: ["token"],
    async handle(body, context) {
      const asked = { token: body.token, ...(await checkTargets(context, body)) };
      const opening: Opening = { asked, isPage: await isPage(context) };
      const link = await peekToken(context.db, context, magicLinkToken, body.token);
      if (!link || !isAllowedHere(context, settings, link.subject, link.data.browser)) {
        return reject(context, opening, link, "INVALID_TOKEN");
      }
      if (opening.isPage && context.method === "GET") {
        if (!signsInDirectly(context, settings, link.subject, link.data.browser))
          return confirm(context, settings, link, asked);
      }
      return signIn(context, settings, link, opening);
    },
  });
}

interface Opening {
  readonly asked: VerifyMagicLinkInput;
  /** Whether a person sees the response, so that it can't be JSON. */
  readonly isPage: boolean;
}

async function isPage(context: RequestContext): Promise<boolean> {
  if (context.method === "GET") return !(await isScript(context));
  return context.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
}

async function confirm(
  context: RequestContext,
  { confirmationPage: page }: MagicLinkSettings,
  { subject }: Link,
  asked: VerifyMagicLinkInput,
): Promise<Response> {
  if (page === null) return confirmationPage(context, subject, asked);
  const query = Object.entries({ ...asked, email: maskEmail(subject) });
  const target = await checkRedirect(context, "callbackURL", page);
  return redirectResponse(buildRedirect(context, target, Object.fromEntries(query) as Record<string, string>));
}

async function signIn(context: RequestContext, settings: MagicLinkSettings, link: Link, opening: Opening) {
  const { subject: email, data } = link;
  const { token } = opening.asked;
  context.continuation ??= data.continuation ?? null;
  let result: EmailSignInResult;
  try {
    result = await signInWithVerifiedEmail(context, {
      email,
      method: "magic-link",
      rememberMe: data.rememberMe,
      async consume(tx) {
        if (!(await consumeToken(tx, context, magicLinkToken, token, email))) return false;
        // The remaining links are no longer needed, and someone could find them in the mailbox later.
        await tx.remove(tokenTable, { where: { subject: email, kind: magicLinkToken.name } });
        return true;
      },
      newUser: settings.canSignUp ? () => newUser(context, data.name) : null,
    });
  } catch (error) {
    const isExpected = error instanceof AuthError && error.status < 500;
    if (!isExpected || !shouldRedirect(opening)) throw error;
    return reject(context, opening, link, error.code);
  }
  if (result.outcome !== "signed-in") {
    return reject(context, opening, link, result.outcome === "no-user" ? "new_user_signup_disabled" : "INVALID_TOKEN");
  }
  const { created, isNewUser } = result;
  if (shouldRedirect(opening)) {
    const query = created.kind === "challenge" ? challengeQuery(created.response) : {};
    return redirectTo(context, successTarget(opening, data, isNewUser), query);
  }
  if (created.kind === "challenge") return created.response;
  const { user, session } = created.active;
  return { token: created.token, user: presentUser(context, user), session: presentSession(context, session) };
}

async function newUser(context: RequestContext, name: string) {
  const core = { name, image: null };
  return { name, fields: await readUserInput(context, {}, "create", { core }) };
}

/** Whether the response is a redirect. A script gets JSON, unless it names where to go. */
function shouldRedirect({ isPage, asked }: Opening): boolean {
  return isPage || asked.callbackURL !== undefined;
}

function successTarget({ asked }: Opening, stored: Targets, isNewUser: boolean): string {
  const callbackURL = asked.callbackURL ?? stored.callbackURL ?? "/";
  return isNewUser ? (asked.newUserCallbackURL ?? stored.newUserCallbackURL ?? callbackURL) : callbackURL;
}

function reject(context: RequestContext, opening: Opening, link: Link | null, code: string): Promise<Response> {
  if (!shouldRedirect(opening)) fail(magicLinkErrors, "INVALID_TOKEN");
  const { asked } = opening;
  const stored: Targets = link?.data ?? {};
  const target = [asked.errorCallbackURL, stored.errorCallbackURL, asked.callbackURL, stored.callbackURL];
  return redirectTo(context, target.find((one) => one !== undefined) ?? "/", { error: code });
}

/** Stored targets are checked again, because the app may trust other origins by now. */
async function redirectTo(context: RequestContext, to: string, query: Record<string, string>): Promise<Response> {
  return redirectResponse(buildRedirect(context, await checkRedirect(context, "callbackURL", to), query));
}
