/** `/verify-email` opens the links in verification and email change emails. */

import { fail, insertErrors } from "../../http/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect, checkRedirect } from "../../kernel/redirect.ts";
import { challengeQuery } from "../../kernel/sign-in-attempt.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { isGuest } from "../../sessions/guards.ts";
import { presentUser } from "../../sessions/present.ts";
import { readSession } from "../../sessions/read.ts";
import { readSignedToken, type SignedClaims } from "../../tokens/signed.ts";
import type { EmailLinkHandler, EmailLinkResult } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { verificationLinkErrors } from "./errors.ts";
import { verifyEmailOutput } from "./outputs.ts";

type LinkErrorCode = keyof typeof verificationLinkErrors;

/** The `error` parameter of the redirect for each error code. */
const redirectErrors: Readonly<Record<LinkErrorCode, string>> = {
  TOKEN_EXPIRED: "token_expired",
  INVALID_TOKEN: "invalid_token",
  USER_NOT_FOUND: "user_not_found",
  INVALID_USER: "unauthorized",
};

/**
 * @param links the kinds of links that this endpoint opens
 * @param confirmPage the page that asks the user first. Opening the link then consumes nothing; a POST opens it.
 */
export function verifyEmail(
  links: readonly EmailLinkHandler[],
  confirmPage: SafeURL | null,
): EndpointOf<EmailVerificationCalls["verifyEmail"]> {
  return defineEndpoint({
    method: confirmPage === null ? "GET" : ["GET", "POST"],
    path: "/verify-email",
    summary: "Verify an email",
    changes: ["session"],
    input: input.object({ token: input.text({ min: 1, max: 2048 }), callbackURL: input.target }),
    output: verifyEmailOutput,
    stages: ["signIn", "changeEmail"],
    errors: { ...verificationLinkErrors, FAILED_TO_CREATE_SESSION: insertErrors.FAILED_TO_CREATE_SESSION },
    queryBudget: 12,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    ...(confirmPage === null ? {} : { acceptsForm: true }),
    async handle({ token, callbackURL }, context) {
      const redirectURL = callbackURL ? await checkRedirect(context, "callbackURL", callbackURL) : null;
      if (confirmPage !== null && context.isHttp && context.method === "GET") {
        const parameters = redirectURL === null ? { token } : { token, callbackURL: redirectURL };
        return redirectResponse(buildRedirect(context, confirmPage, parameters));
      }
      const result = await openLink(context, links, token);
      if (result.outcome !== "done") return rejectLink(context, redirectURL, result.outcome);
      if (redirectURL === null) {
        const user = result.user && presentUser(context, result.user);
        return { status: true, user, ...result.challenge };
      }
      return redirectResponse(buildRedirect(context, redirectURL, challengeQuery(result.challenge ?? {})));
    },
  });
}

type RejectedLink = { readonly outcome: LinkErrorCode };

async function openLink(
  context: RequestContext,
  links: readonly EmailLinkHandler[],
  token: string,
): Promise<EmailLinkResult | RejectedLink> {
  const matched = await readLink(context, links, token);
  if (typeof matched === "string") return { outcome: matched };
  const { link, claims } = matched;
  const signedIn = await readSession(context);
  // A guest who has signed up opens the link of the user they're about to become.
  const active = signedIn && isGuest(context, signedIn.user) ? null : signedIn;
  // Another user is signed in. Leave the link valid for the user it was sent to.
  if (active && active.user.id !== claims.sub) return { outcome: "INVALID_USER" };
  return link.open(context, claims, active);
}

type MatchedLink = { readonly link: EmailLinkHandler; readonly claims: SignedClaims };

/** Finds the link's kind. Each kind is signed with its own key. */
async function readLink(
  context: RequestContext,
  links: readonly EmailLinkHandler[],
  token: string,
): Promise<MatchedLink | "TOKEN_EXPIRED" | "INVALID_TOKEN"> {
  for (const link of links) {
    const claims = readSignedToken(context, link.kind, context.origin + context.settings.basePath, token);
    if (claims === "expired") return "TOKEN_EXPIRED";
    if (claims !== "invalid") return { link, claims };
  }
  return "INVALID_TOKEN";
}

function rejectLink(context: RequestContext, redirectURL: SafeURL | null, code: LinkErrorCode): Response {
  if (redirectURL === null) fail(verificationLinkErrors, code);
  return redirectResponse(buildRedirect(context, redirectURL, { error: redirectErrors[code] }));
}
