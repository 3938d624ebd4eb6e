/** Links a provider account, with a redirect or directly with an ID token. */

import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { failNotFresh, hasRecentProof } from "../../sessions/guards.ts";
import type { ActiveSession } from "../../tables/session.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { Connection } from "./connection.ts";
import type { LinkSocialInput, LinkSocialResult, SocialRedirect } from "./contract.ts";
import { linkErrors } from "./errors.ts";
import type { RedirectTargets } from "./flows.ts";
import { getIdentityFromIdToken } from "./id-token-sign-in.ts";
import { linkAccount, runLinkChecks } from "./link.ts";
import { redirectToProvider } from "./sign-in-flow.ts";
import { SocialError } from "./social-error.ts";

/** Maps the callback's error codes to this call's. */
const linkErrorCodes: Readonly<Record<string, keyof typeof linkErrors>> = {
  account_already_linked_to_different_user: "SOCIAL_ACCOUNT_ALREADY_LINKED",
  email_does_not_match: "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED",
};

interface LinkRequest {
  readonly input: LinkSocialInput;
  readonly targets: RedirectTargets;
  readonly active: ActiveSession;
}

export async function startLink(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  { input, targets, active }: LinkRequest,
): Promise<SocialRedirect | LinkSocialResult> {
  if (!settings.linking.enabled) fail(linkErrors, "LINKING_NOT_ALLOWED");
  if (!input.idToken) {
    await checkBeforeRedirect(context, active, connection.provider.id);
    const intent = { ...targets, newUserCallbackURL: null, requestSignUp: false, linkToUserId: active.user.id };
    return redirectToProvider(context, connection, input, intent);
  }
  const identity = await getIdentityFromIdToken(context, connection, input.idToken);
  try {
    await linkAccount(context, settings, connection, identity, active);
  } catch (error) {
    if (error instanceof SocialError && error.code === "session_not_fresh") return failNotFresh(context, active);
    if (error instanceof SocialError)
      fail(linkErrors, linkErrorCodes[error.code] ?? "LINKING_FAILED", { cause: error });
    throw error;
  }
  return { url: "", status: true, redirect: false };
}

/**
 * Requires a recent proof, and runs the plugins' checks. A user who already has an account at the provider is always
 * redirected, because coming back with that account is such a proof. With another account, the callback rejects the
 * request.
 */
async function checkBeforeRedirect(context: RequestContext, active: ActiveSession, providerId: string): Promise<void> {
  const isProven = hasRecentProof(context, active);
  if (isProven && context.extensions.accountLinkChecks.length === 0) return;
  if (await findAccount(context.db, active.user.id, { providerId })) return;
  if (!isProven) await failNotFresh(context, active);
  await runLinkChecks(context, active);
}
