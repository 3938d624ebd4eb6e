/** Exchanges an authorization code. RFC 6749, section 4.1.3. */

import { constantTimeEqual } from "@latchkey/core/crypto";
import { ForeignKeyViolation, type Transaction } from "@latchkey/core/database";
import {
  consumeToken,
  findUser,
  isUserBlocked,
  peekToken,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import { type CodeData, codeKind, grantOfCode } from "../authorize/code.ts";
import type { TokenResponse } from "../call-types.ts";
import { isRegisteredRedirect } from "../clients/redirects.ts";
import { allowsGrant } from "../clients/store.ts";
import { checkConfirmation, type GrantInput } from "../dpop.ts";
import { refuse } from "../errors.ts";
import { insertGrant, membershipOf } from "../grants/organizations.ts";
import { createToken, revokeGrant, storeRefreshToken } from "../grants/tokens.ts";
import { recordSession } from "../logout/session-ends.ts";
import type { ProviderSettings } from "../options.ts";
import { sessionIdFor } from "../subject.ts";
import type { OAuthClientRow, OAuthGrantRow } from "../tables.ts";
import { challengeOf, issueAccessToken, signIdToken, tokenResponse } from "./issue.ts";
import { readPolicy } from "./policy.ts";

/** Returns the tokens of a code. Only one concurrent caller gets them, and the others end the grant. */
export async function exchangeCode(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  input: GrantInput,
): Promise<TokenResponse> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier, resource, confirmation } = input;
  if (code === undefined) refuse("invalid_request", "code is missing");
  const found = await peekToken(context.db, context, codeKind, code);
  if (!found) return failReused(context, client, code);
  const { data } = found;
  // These checks don't consume the code, so that someone who stole it can't use it up.
  const { redirectUri: requested, codeChallenge } = data.request;
  if (found.subject !== client.clientId) refuse("invalid_grant");
  // OAuth 2.1 clients don't send the redirect URI, because PKCE protects the code.
  const isOmitted = redirectUri === undefined && codeChallenge !== null;
  if (!isOmitted && requested !== redirectUri) refuse("invalid_grant");
  // The client might have removed the redirect URI since its request.
  if (!isRegisteredRedirect(client, requested)) refuse("invalid_grant");
  if (!isVerified(codeChallenge, verifier)) refuse("invalid_grant", "The code verifier is wrong");
  checkConfirmation(data.request.dpopKey, confirmation);
  const user = await findUser(context.db, data.userId);
  if (!user || isUserBlocked(context, user)) refuse("invalid_grant");

  const asked = { client, granted: data.request, since: found.createdAt, resource, confirmation };
  const policy = await readPolicy(context, settings, asked);
  const { scopes, resources } = policy;
  const grant = { ...toGrant(context, settings, client, data), confirmation };
  const membership = await membershipOf(context, grant);
  if (membership === "ended") refuse("invalid_grant");
  const about = { client, user, grant, membership };
  const access = await issueAccessToken(context, settings, { ...about, scopes, resources, confirmation });
  const refreshToken = hasRefreshToken(settings, client, data) ? createToken(context, "refreshToken") : undefined;
  const { nonce } = data.request;
  const idToken = scopes.includes("openid")
    ? await signIdToken(context, settings, { ...about, nonce, accessToken: access.token })
    : undefined;
  const store = async (tx: Transaction): Promise<boolean> => {
    if (!(await consumeToken(tx, context, codeKind, code, client.clientId))) return false;
    await insertGrant(tx, context, grant);
    await access.store(tx);
    if (refreshToken !== undefined) await storeRefreshToken(tx, context, policy, refreshToken, grant);
    const details = { clientId: client.clientId, scopes };
    await recordAudit(tx, context, { action: "oauth-grant.create", actorId: user.id, userId: user.id, data: details });
    return true;
  };
  await recordSession(context, client, data).catch(failWithoutSession);
  return (await context.db.transaction(store).catch(failWithoutSession))
    ? tokenResponse(context, { access, scopes, refreshToken, idToken })
    : failReused(context, client, code);
}

/** Converts the error if the session in which the user gave consent has ended since then. */
function failWithoutSession(error: unknown): never {
  if (error instanceof ForeignKeyViolation) refuse("invalid_grant", undefined, { cause: error });
  throw error;
}

/** Revokes the grant of a code that was used before, because the code has leaked. RFC 6749, section 4.1.2. */
async function failReused(context: RequestContext, client: OAuthClientRow, code: string): Promise<never> {
  const id = grantOfCode(context, code);
  if (id !== null) {
    await context.db.transaction((tx) => revokeGrant(tx, context, { id, clientId: client.clientId }, "code-reused"));
  }
  return refuse("invalid_grant");
}

/**
 * Also rejects a verifier without a challenge, because an attacker could have removed PKCE from the request. RFC 9700,
 * section 2.1.1.
 */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  return verifier !== undefined && constantTimeEqual(challenge, challengeOf(verifier));
}

/** Whether the client keeps its access while the user is signed out. */
function isOffline(client: OAuthClientRow, { scopes }: Granted["request"]): boolean {
  return scopes.includes("offline_access") && allowsGrant(client, "refresh_token");
}

/**
 * Whether the client gets a refresh token. OpenID Connect clients request one with `offline_access`. Plain OAuth has no
 * scope for it, so it depends on the client's registration and the app's options, as the MCP specification expects
 * (SEP-2207). Such a client doesn't get a refresh token if the user granted less than it requested. The user might not
 * want it to stay signed in, and a client that needs the rest must ask again instead of refreshing.
 */
export function hasRefreshToken(
  { refreshesInSession }: ProviderSettings,
  client: OAuthClientRow,
  { request, isNarrowed }: Pick<Granted, "request" | "isNarrowed">,
): boolean {
  if (isOffline(client, request)) return true;
  const isPlain = request.resources.length > 0 && !request.scopes.includes("openid");
  return refreshesInSession && isPlain && !isNarrowed && allowsGrant(client, "refresh_token");
}

/** Maximum lifetime of an access token, in seconds. */
const maxAccessTokenAge = 86_400;

/** What a user granted, and details of their sign-in. */
export interface Granted extends Omit<CodeData, "request"> {
  readonly request: Pick<CodeData["request"], "scopes" | "resources" | "organizationId" | "claims">;
}

/** Without `offline_access`, the grant ends with the session in which the user gave it. */
export function toGrant(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  granted: Granted,
): OAuthGrantRow {
  const { request, grantId, userId, sessionId, authTime, acr, amr } = granted;
  const now = context.now();
  const seconds = hasRefreshToken(settings, client, granted) ? settings.lifetimes.grant : maxAccessTokenAge;
  return {
    id: grantId,
    clientId: client.clientId,
    userId,
    sessionId: isOffline(client, request) ? null : sessionId,
    sid: sessionIdFor(client.clientId, sessionId),
    confirmation: null,
    // Without organizations, the table doesn't have the column.
    ...(request.organizationId === null ? {} : { organizationId: request.organizationId }),
    scopes: request.scopes,
    resources: request.resources,
    claims: request.claims && { userInfo: request.claims.userInfo, idToken: request.claims.idToken },
    authTime: new Date(authTime),
    acr,
    amr,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  };
}
