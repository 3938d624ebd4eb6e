/** The calls that the app's pages make: `/oauth2/consent` and `/oauth2/continue`. */

import { UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  requireSession,
} from "@latchkey/core/plugin";
import { literal, object, type Shape, text } from "@latchkey/core/shapes";
import type { ConsentInput, ContinueInput, NextPage } from "../call-types.ts";
import { isRegisteredRedirect } from "../clients/redirects.ts";
import { findActiveClient } from "../clients/store.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { giveConsent } from "../grants/consents.ts";
import { findMembership } from "../grants/organizations.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { isSubset, organizationScope, splitWords } from "../scopes.ts";
import type { OAuthClientRow } from "../tables.ts";
import { narrowClaims, readClaimsRequest } from "./claims-request.ts";
import { continueRequest, isExpected, needsPostLogin, readUser, redirectWithCode } from "./decide.ts";
import { findPending, hasAsked, type PendingRequest, readSignedQuery, storePending, takePending } from "./pending.ts";
import { AuthorizationError, clientRedirect } from "./request.ts";

const nextOutput: Shape<NextPage> = object<NextPage>({ redirect: literal(true), url: text });

const query = input.optional(input.rawText({ max: 8192 }));

/** Allows or denies a request. A user can decide on a request only once, and only in the browser that it came from. */
export function consentEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Consent"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/consent",
    summary: "Allow or deny an authorization request",
    input: input.object<ConsentInput>({
      accept: input.boolean,
      scope: input.optional(input.text({ max: 4096 })),
      claims: input.optional(input.openObject({})),
      oauth_query: query,
    }),
    output: nextOutput,
    guards: [requireSession],
    errors: pickErrors("INVALID_OAUTH_REQUEST", "INVALID_SCOPE"),
    rateLimit: { window: 60, max: 30 },
    queryBudget: 10,
    async handle({ accept, scope, claims, oauth_query: sent }, context) {
      const allowed = claims === undefined ? null : (readClaimsRequest(claims) ?? failWith("INVALID_OAUTH_REQUEST"));
      if (accept && !hasAsked(context, sent, context.user.id)) return toNext(await askAgain(context, settings, sent));
      const { pending: found, client } = await consumeRequest(context, sent);
      const pending = allowed
        ? { ...found, request: { ...found.request, claims: narrowClaims(found.request.claims, allowed) } }
        : found;
      const { request } = pending;
      if (!accept) return toNext(deny(context, pending));
      const scopes = scope === undefined ? request.scopes : splitWords(scope);
      if (!isSubset(scopes, request.scopes)) failWith("INVALID_SCOPE");
      const url = await redirectOnError(context, pending, () => allow(context, settings, client, pending, scopes));
      return toNext(url);
    },
  });
}

/** Returns the page for the current user, because the submitted page was shown to a different user. */
async function askAgain(
  context: RequestContext,
  settings: ProviderSettings,
  sent: string | undefined,
): Promise<string> {
  const { id, pending, client } = await findRequest(context, sent, findPending);
  const prompts = [...pending.request.prompts, "consent"] as const;
  const updated = { ...pending, request: { ...pending.request, prompts } };
  return redirectOnError(context, pending, () => continueRequest(context, settings, client, { pending: updated, id }));
}

async function allow(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  pending: PendingRequest,
  scopes: readonly string[],
): Promise<string> {
  const user = await readUser(context);
  if (!user || !isExpected(settings, client, pending, user)) return failWith("INVALID_OAUTH_REQUEST");
  const { prompts, maxAge } = pending.request;
  const isStale = maxAge !== null && user.authTime + maxAge * 1000 < pending.requestedAt;
  // The client requires a recent sign-in, but the form was posted without one.
  if (isStale || (prompts.includes("login") && user.authTime <= pending.requestedAt)) failWith("INVALID_OAUTH_REQUEST");
  if (await needsPostLogin(context, settings, client, pending.request)) failWith("INVALID_OAUTH_REQUEST");
  // If the user removed the organization scope, the client doesn't get access to an organization, even if it requested
  // one.
  const { scopes: asked } = pending.request;
  const keepsOrganization = !asked.includes(organizationScope) || scopes.includes(organizationScope);
  const organizationId = keepsOrganization ? pending.request.organizationId : null;
  const request = { ...pending.request, scopes, organizationId };
  const store = () => context.db.transaction((tx) => giveConsent(tx, context, settings, user.userId, request));
  // The user gave their first consent to the client in another tab at the same time, so try again.
  await store().catch((error: unknown) => (error instanceof UniqueViolation ? store() : Promise.reject(error)));
  const isNarrowed = !isSubset(asked, scopes);
  return redirectWithCode(context, settings, client, { pending: { ...pending, request }, user, isNarrowed });
}

/** Continues after the user has chosen an account or signed up. */
export function continueEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Continue"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/continue",
    summary: "Continue an authorization request",
    input: input.object<ContinueInput>({
      selected: input.optional(input.boolean),
      created: input.optional(input.boolean),
      postLogin: input.optional(input.boolean),
      organizationId: input.optional(input.id),
      oauth_query: query,
    }),
    output: nextOutput,
    guards: [requireSession],
    errors: pickErrors("INVALID_OAUTH_REQUEST", "YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION"),
    rateLimit: { window: 60, max: 30 },
    queryBudget: 13,
    async handle({ selected, organizationId, oauth_query: sent }, context) {
      if (organizationId !== undefined) await checkChoice(context, settings, organizationId);
      const { pending: found, client } = await consumeRequest(context, sent);
      const request = organizationId === undefined ? found.request : { ...found.request, organizationId };
      const pending = { ...found, request, isSelected: found.isSelected || selected === true };
      const url = await redirectOnError(context, pending, async () => {
        const id = await storePending(context, settings, pending);
        return continueRequest(context, settings, client, { pending, id });
      });
      return toNext(url);
    },
  });
}

/**
 * Checks the organization that the user chose. Call it before the request is consumed, so that the user can choose
 * again.
 */
async function checkChoice(
  context: RequestContext & ActiveSession,
  { organizationPage }: ProviderSettings,
  organizationId: string,
): Promise<void> {
  if (organizationPage === null || !(await findMembership(context, organizationId, context.user.id))) {
    failWith("YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION");
  }
}

interface FoundRequest {
  readonly id: string;
  readonly pending: PendingRequest;
  readonly client: OAuthClientRow;
}

/** Consumes the pending request that the page's query identifies. @throws {AuthError} `INVALID_OAUTH_REQUEST` */
function consumeRequest(context: RequestContext, sent: string | undefined): Promise<FoundRequest> {
  return findRequest(context, sent, takePending);
}

/**
 * Returns the pending request that the page's query identifies.
 * @throws {AuthError} `INVALID_OAUTH_REQUEST`, for example if the client was disabled or has removed the redirect URI
 */
async function findRequest(
  context: RequestContext,
  sent: string | undefined,
  find: typeof findPending,
): Promise<FoundRequest> {
  const id = readSignedQuery(context, sent);
  const pending = id === null ? null : await find(context, id);
  const client = pending && (await findActiveClient(context, pending.request.clientId));
  const isValid = client && isRegisteredRedirect(client, pending.request.redirectUri);
  return id !== null && isValid ? { id, pending, client } : failWith("INVALID_OAUTH_REQUEST");
}

function deny(context: RequestContext, { request }: PendingRequest): string {
  const error = { error: "access_denied", error_description: "The user denied access" };
  return clientRedirect(request, issuerOf(context), error);
}

async function redirectOnError(
  context: RequestContext,
  { request }: PendingRequest,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    return clientRedirect(request, issuerOf(context), { error: error.code, error_description: error.message });
  }
}

function toNext(url: string): NextPage {
  return { redirect: true, url };
}
