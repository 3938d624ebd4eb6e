/** `/verify-email`: what the links in mails about addresses lead to. */

import { fail, insertErrors } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { buildRedirect, checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { presentUser } from "../../sessions/present.ts";
import { readSession } from "../../sessions/read.ts";
import { readSignedToken, type SignedClaims } from "../../tokens/signed.ts";
import type { EmailLink, OpenedLink } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { verificationLinkErrors } from "./errors.ts";
import { verifiedEmailOutput } from "./outputs.ts";

type LinkErrorCode = keyof typeof verificationLinkErrors;

/** What a refusal is called in the address that the browser is sent to. */
const inAddress: Readonly<Record<LinkErrorCode, string>> = {
  TOKEN_EXPIRED: "token_expired",
  INVALID_TOKEN: "invalid_token",
  USER_NOT_FOUND: "user_not_found",
  INVALID_USER: "unauthorized",
};

/**
 * @param links the kinds of links it opens
 * @param confirmPage where people are asked first; opening the link then spends nothing, and a POST opens it
 */
export function verifyEmail(
  links: readonly EmailLink[],
  confirmPage: SafeURL | null,
): EndpointOf<EmailVerificationCalls["verifyEmail"]> {
  return defineEndpoint({
    method: confirmPage === null ? "GET" : ["GET", "POST"],
    path: "/verify-email",
    summary: "Open the link of a mail about an address",
    input: input.object({ token: input.text({ min: 1, max: 2048 }), callbackURL: input.target }),
    output: verifiedEmailOutput,
    moments: ["signIn"],
    errors: { ...verificationLinkErrors, FAILED_TO_CREATE_SESSION: insertErrors.FAILED_TO_CREATE_SESSION },
    statements: 12,
    rateLimit: { window: 60, max: 20 },
    origin: "always",
    ...(confirmPage === null ? {} : { form: true }),
    async handle({ token, callbackURL }, context) {
      const goTo = callbackURL ? await checkRedirect(context, "callbackURL", callbackURL) : null;
      if (confirmPage !== null && context.overHttp && context.request?.method === "GET") {
        const asked = goTo === null ? { token } : { token, callbackURL: goTo };
        return redirectResponse(buildRedirect(context, confirmPage, asked));
      }
      const opened = await openLink(context, links, token);
      if (opened.outcome !== "done") return refuse(context, goTo, opened.outcome);
      if (goTo === null) {
        const user = opened.user && presentUser(context, opened.user);
        return { status: true, user, ...opened.challenge };
      }
      return redirectResponse(buildRedirect(context, goTo, opened.challenge ? { twoFactorRedirect: "true" } : {}));
    },
  });
}

type Refused = { readonly outcome: LinkErrorCode };

async function openLink(
  context: RequestContext,
  links: readonly EmailLink[],
  token: string,
): Promise<OpenedLink | Refused> {
  const found = await readLink(context, links, token);
  if (typeof found === "string") return { outcome: found };
  const { link, claims } = found;
  const active = await readSession(context, { cache: false, refresh: false });
  // Signed in as somebody else: the link is left as it is, for whoever it belongs to.
  if (active && active.user.id !== claims.sub) return { outcome: "INVALID_USER" };
  return link.open(context, claims, active);
}

type Found = { readonly link: EmailLink; readonly claims: SignedClaims };

/** Which kind of link it is: each is signed under a key of its own. */
async function readLink(
  context: RequestContext,
  links: readonly EmailLink[],
  token: string,
): Promise<Found | "TOKEN_EXPIRED" | "INVALID_TOKEN"> {
  for (const link of links) {
    const claims = await readSignedToken(context, link.kind, context.origin + context.settings.basePath, token);
    if (claims === "expired") return "TOKEN_EXPIRED";
    if (claims !== "invalid") return { link, claims };
  }
  return "INVALID_TOKEN";
}

function refuse(context: RequestContext, goTo: SafeURL | null, code: LinkErrorCode): Response {
  if (goTo === null) fail(verificationLinkErrors, code);
  return redirectResponse(buildRedirect(context, goTo, { error: inAddress[code] }));
}
