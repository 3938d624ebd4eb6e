/** Decides what an authorization request needs next: a sign-in, a consent, or nothing. */

import {
  getAssurance,
  impersonatorOf,
  isGuest,
  isUserBlocked,
  presentSession,
  presentUser,
  type RequestContext,
  readPendingSignIn,
  readSession,
  userTable,
} from "@latchkey/core/plugin";
import { isNativeRedirect } from "../clients/redirects.ts";
import { isPublicClient } from "../clients/store.ts";
import { coversConsent, lockConsent } from "../grants/consents.ts";
import { findMembership } from "../grants/organizations.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { organizationScope } from "../scopes.ts";
import { subjectOf } from "../subject.ts";
import type { OAuthClientRow } from "../tables.ts";
import { acceptsAuthTime, isUnknownAcr, withAcr } from "./claims-request.ts";
import { issueCode } from "./code.ts";
import { type PendingRequest, pageURL, storePending } from "./pending.ts";
import { AuthorizationError, clientRedirect } from "./request.ts";
import type { SignedInUser } from "./signed-in-user.ts";

/** How a request continues. */
export interface Continuation {
  readonly pending: PendingRequest;
  /** The id that it's stored under. `null` if it isn't stored yet. */
  readonly id: string | null;
  /** Parameters that the redirect after a sign-in added. They're passed on to the sign-in page. */
  readonly notices?: Readonly<Record<string, string>>;
}

/** Returns the URL to go to next: a page, or the client with a code or an error. */
export async function continueRequest(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { pending, id, notices = {} }: Continuation,
): Promise<string> {
  const { request } = pending;
  const isSilent = request.prompts.includes("none");
  const ask = async (path: string, code: string, userId: string | null = null): Promise<string> => {
    if (isSilent) throw new AuthorizationError(code, "The request needs user interaction, but prompt is none");
    const page = { path, userId, notices: path === settings.loginPage ? notices : {} };
    return pageURL(context, settings, page, id ?? (await storePending(context, settings, pending)), pending);
  };
  // A different user can still be signed in while this sign-in waits for its second factor.
  if (notices.twoFactorRedirect && (await readPendingSignIn(context))) return ask(settings.loginPage, "login_required");
  const user = await readUser(context);
  if (isUnknownAcr(request.claims))
    throw new AuthorizationError(unmetRequirements, "The app doesn't support any of the requested acr values");
  if (!user || !isExpected(settings, client, pending, user) || needsSignIn(pending, user)) {
    const isSignUp = request.prompts.includes("create");
    return ask(isSignUp ? settings.signUpPage : settings.loginPage, "login_required");
  }
  if (request.prompts.includes("select_account") && !pending.isSelected) {
    return ask(settings.selectAccountPage, "account_selection_required");
  }
  if (settings.postLogin && (await needsPostLogin(context, settings, client, request))) {
    return ask(settings.postLogin.page, "interaction_required");
  }
  const { organizationPage } = settings;
  if (organizationPage !== null && wantsOrganization(request)) {
    if (request.organizationId === null) return ask(organizationPage, "interaction_required");
    if (!(await findMembership(context, request.organizationId, user.userId))) {
      throw new AuthorizationError("access_denied", "The user isn't a member of the organization");
    }
  }
  if (await needsConsent(context, settings, client, pending, user))
    return ask(settings.consentPage, "consent_required", user.userId);
  return redirectWithCode(context, settings, client, { pending, user });
}

/** The error from the specification "OpenID Connect Core Error Code unmet_authentication_requirements". */
const unmetRequirements = "unmet_authentication_requirements";

/** Whether this is the user that the client expects, according to its ID token hint and the `sub` claim it requests. */
export function isExpected(
  settings: ProviderSettings,
  client: OAuthClientRow,
  { expectedSubject, request: { claims } }: PendingRequest,
  { userId }: SignedInUser,
): boolean {
  const subject = subjectOf(settings, client, userId);
  if (claims?.subjects && !claims.subjects.includes(subject)) return false;
  return expectedSubject === null || expectedSubject === subject;
}

/** A request that its user has allowed. */
export interface AllowedRequest {
  readonly pending: PendingRequest;
  readonly user: SignedInUser;
  /** Whether the user granted less than the client requested. Default: false. */
  readonly isNarrowed?: boolean;
}

/**
 * Issues the code and returns the client's redirect URI with it.
 * @throws {AuthorizationError} if the user isn't signed in as the client requires, or has revoked the access in the
 * meantime
 */
export async function redirectWithCode(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { pending: { request }, user, isNarrowed = false }: AllowedRequest,
): Promise<string> {
  const requested = withAcr(request.claims, user);
  if (!requested || !acceptsAuthTime(request.claims, user)) {
    throw new AuthorizationError(unmetRequirements, "The user's sign-in doesn't meet the requested claims");
  }
  const { epoch, ...signedIn } = requested;
  const data = { request, ...signedIn, isNarrowed };
  const code = await context.db.transaction(async (tx) => {
    // A password change, a ban, or a withdrawn consent deletes the user's codes. A request from before that must not
    // add one.
    const isUnchanged = (await tx.lock(userTable, user.userId))?.epoch === epoch;
    const isAllowed = isUnchanged && (client.skipConsent === true || (await lockConsent(tx, user.userId, request)));
    return isAllowed ? issueCode(tx, context, settings, data) : null;
  });
  if (code === null) throw new AuthorizationError("access_denied", "The user has revoked the access");
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
    throw new AuthorizationError("access_denied", "This user can't grant access");
  }
  const { acr, amr, authTime } = getAssurance(context, active);
  const { id: sessionId, createdAt } = active.session;
  const { id: userId, epoch } = active.user;
  return { userId, epoch, sessionId, authTime: (authTime ?? createdAt).getTime(), acr, amr };
}

/**
 * Whether the app requires the user to visit its `postLogin` page first. Asks the app every time, so that no call skips
 * the page.
 */
export async function needsPostLogin(
  context: RequestContext,
  { postLogin }: ProviderSettings,
  { clientId, name, metadata }: OAuthClientRow,
  { scopes }: Pick<PendingRequest["request"], "scopes">,
): Promise<boolean> {
  const active = postLogin && (await readSession(context));
  if (!active) return false;
  const session = presentSession(context, active.session);
  const user = presentUser(context, active.user);
  return postLogin.shouldRedirect({ user, session, scopes, client: { clientId, name, metadata } });
}

/** Whether the user has to sign in again, even though there's a session. Core, section 3.1.2.1. */
function needsSignIn({ request, requestedAt }: PendingRequest, user: SignedInUser): boolean {
  const { prompts, maxAge, claims } = request;
  const { authTime } = user;
  // The user gets one chance to sign in with more factors.
  if (authTime <= requestedAt && !withAcr(claims, user)) return true;
  if ((prompts.includes("login") || prompts.includes("create")) && authTime <= requestedAt) return true;
  return maxAge !== null && authTime + maxAge * 1000 < requestedAt;
}

function wantsOrganization({ scopes, organizationId }: PendingRequest["request"]): boolean {
  return organizationId !== null || scopes.includes(organizationScope);
}

async function needsConsent(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { request }: PendingRequest,
  { userId }: SignedInUser,
): Promise<boolean> {
  if (client.skipConsent === true) return false;
  if (request.prompts.includes("consent")) return true;
  // Another program on the device could pretend to be this client. RFC 9700, section 4.4.
  if (isPublicClient(client) && isNativeRedirect(request.redirectUri)) return true;
  return !(await coversConsent(context, settings, userId, request));
}
