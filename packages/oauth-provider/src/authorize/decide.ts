/** Decides what an authorization request needs next: a sign-in, a consent, or nothing. */

import {
  getAssurance,
  impersonatorOf,
  isGuest,
  isUserBlocked,
  type RequestContext,
  readSession,
} from "@latchkey/core/plugin";
import { isNativeRedirect } from "../clients/redirects.ts";
import { isPublicClient } from "../clients/store.ts";
import { coversConsent } from "../grants/consents.ts";
import { findMembership } from "../grants/organizations.ts";
import { issuerOf } from "../issuer.ts";
import { organizationScope, type ProviderSettings } from "../options.ts";
import { subjectOf } from "../subject.ts";
import type { OAuthClientRow } from "../tables.ts";
import { issueCode } from "./code.ts";
import { type PendingRequest, pageURL, storePending } from "./pending.ts";
import { AuthorizationError, clientRedirect } from "./request.ts";

/** The signed-in user of a request. */
export interface SignedInUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly authTime: number;
  readonly acr: string | null;
  readonly amr: readonly string[];
}

/** How a request continues. */
export interface Continuation {
  readonly pending: PendingRequest;
  /** The id under which it's stored. `null` if it isn't yet. */
  readonly id: string | null;
}

/** Returns the URL to go to next: a page, or the client with a code or an error. */
export async function continueRequest(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { pending, id }: Continuation,
): Promise<string> {
  const { request } = pending;
  const isSilent = request.prompts.includes("none");
  const ask = async (page: string, code: string): Promise<string> => {
    if (isSilent) throw new AuthorizationError(code, "The user has to take part");
    return pageURL(context, settings, page, id ?? (await storePending(context, settings, pending)), pending);
  };
  const user = await readUser(context);
  if (!user || !isExpected(settings, client, pending, user) || needsProof(pending, user)) {
    const isSignUp = request.prompts.includes("create");
    return ask(isSignUp ? settings.signUpPage : settings.loginPage, "login_required");
  }
  if (request.prompts.includes("select_account") && !pending.isSelected) {
    return ask(settings.selectAccountPage, "account_selection_required");
  }
  const { organizationPage } = settings;
  if (organizationPage !== null && wantsOrganization(request)) {
    if (request.organizationId === null) return ask(organizationPage, "interaction_required");
    if (!(await findMembership(context, request.organizationId, user.userId))) {
      throw new AuthorizationError("access_denied", "The user isn't a member of the organization");
    }
  }
  if (await needsConsent(context, client, pending, user)) return ask(settings.consentPage, "consent_required");
  return redirectWithCode(context, settings, pending, user);
}

/** Whether it's the user that the client expects. */
export function isExpected(
  settings: ProviderSettings,
  client: OAuthClientRow,
  { expectedSubject }: PendingRequest,
  { userId }: SignedInUser,
): boolean {
  return expectedSubject === null || expectedSubject === subjectOf(settings, client, userId);
}

/** Issues the code and returns the client's URL with it. */
export async function redirectWithCode(
  context: RequestContext,
  settings: ProviderSettings,
  { request }: PendingRequest,
  user: SignedInUser,
): Promise<string> {
  const code = await issueCode(context, settings, { request, ...user });
  return clientRedirect(request, issuerOf(context), { code });
}

/**
 * Returns the user of the browser's session. `null` for guests, who have no account to share. @throws
 * {AuthorizationError} if an admin impersonates the user, or the user is blocked
 */
export async function readUser(context: RequestContext): Promise<SignedInUser | null> {
  const active = await readSession(context);
  if (!active || isGuest(context, active.user)) return null;
  if (impersonatorOf(context, active.session) !== null || isUserBlocked(context, active.user)) {
    throw new AuthorizationError("access_denied", "The user can't allow access");
  }
  const { acr, amr, authTime } = getAssurance(context, active);
  const { id: sessionId, createdAt } = active.session;
  return { userId: active.user.id, sessionId, authTime: (authTime ?? createdAt).getTime(), acr, amr };
}

/** Whether the user has to prove who they are, although there's a session. Core, section 3.1.2.1. */
function needsProof({ request, requestedAt }: PendingRequest, { authTime }: SignedInUser): boolean {
  const { prompts, maxAge } = request;
  if ((prompts.includes("login") || prompts.includes("create")) && authTime <= requestedAt) return true;
  return maxAge !== null && authTime + maxAge * 1000 < requestedAt;
}

function wantsOrganization({ scopes, organizationId }: PendingRequest["request"]): boolean {
  return organizationId !== null || scopes.includes(organizationScope);
}

async function needsConsent(
  context: RequestContext,
  client: OAuthClientRow,
  { request }: PendingRequest,
  { userId }: SignedInUser,
): Promise<boolean> {
  if (client.skipConsent === true) return false;
  if (request.prompts.includes("consent")) return true;
  // Another program on the device could pretend to be this client. RFC 9700, section 4.4.
  if (isPublicClient(client) && isNativeRedirect(request.redirectUri)) return true;
  return !(await coversConsent(context, userId, request));
}
