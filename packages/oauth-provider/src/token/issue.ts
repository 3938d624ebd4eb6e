/** Signs and stores the tokens of a response. */

import { sha256, sha256Base64Url, toBase64Url } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import { getService, presentUser, type RequestContext, type UserRow } from "@latchkey/core/plugin";
import type { TokenResponse } from "../call-types.ts";
import { type Membership, organizationClaims } from "../grants/organizations.ts";
import { createToken, storeAccessToken } from "../grants/tokens.ts";
import { issuerOf } from "../issuer.ts";
import { idTokenAlgorithm } from "../logout/notices.ts";
import type { ProviderSettings } from "../options.ts";
import { withoutReserved } from "../reserved-claims.ts";
import type { ResourceSettings } from "../resources/options.ts";
import { subjectOf } from "../subject.ts";
import type { OAuthClientRow, OAuthGrantRow } from "../tables.ts";
import { userClaims } from "../user-claims.ts";

/** The `typ` header of access tokens for a resource. RFC 9068. */
export const accessTokenType = "at+jwt";

/** The `typ` header of ID tokens. */
export const idTokenType = "JWT";

/** The contents of an access token. */
export interface AccessTokenInput {
  readonly client: OAuthClientRow;
  readonly scopes: readonly string[];
  readonly resources: readonly ResourceSettings[];
  /** `null` for client credentials. */
  readonly user: UserRow | null;
  readonly grant: Pick<OAuthGrantRow, "id" | "authTime" | "acr" | "amr"> | null;
  /** Thumbprint of the key that it's bound to. */
  readonly confirmation: string | null;
  /** The user's membership in the organization that it's for. */
  readonly membership: Membership | null;
}

/** An access token that isn't stored yet. */
export interface IssuedAccessToken {
  readonly token: string;
  readonly expiresIn: number;
  readonly confirmation: string | null;
  /** Stores the token, which makes it valid. One query. */
  store(db: Adapter): Promise<void>;
}

/** Issues an access token. It's a signed JWT if it's for a resource, and opaque if not. */
export async function issueAccessToken(
  context: RequestContext,
  settings: ProviderSettings,
  input: AccessTokenInput,
): Promise<IssuedAccessToken> {
  const expiresIn = lifetimeOf(settings, input);
  const token =
    input.resources.length === 0
      ? createToken(context, "accessToken")
      : await signAccessToken(context, settings, input, expiresIn);
  const { client, scopes, resources, user, grant, confirmation } = input;
  const expiresAt = new Date(context.now().getTime() + expiresIn * 1000);
  const row = {
    clientId: client.clientId,
    userId: user?.id ?? null,
    grantId: grant?.id ?? null,
    scopes,
    resources: resources.map((resource) => resource.identifier),
    confirmation,
  };
  return { token, expiresIn, confirmation, store: (db) => storeAccessToken(db, context, token, { ...row, expiresAt }) };
}

function lifetimeOf({ lifetimes }: ProviderSettings, { resources, user }: AccessTokenInput): number {
  if (resources.length > 0) return Math.min(...resources.map((resource) => resource.accessTokenExpiresIn));
  return user ? lifetimes.accessToken : lifetimes.m2mAccessToken;
}

async function signAccessToken(
  context: RequestContext,
  settings: ProviderSettings,
  { client, scopes, resources, user, grant, confirmation, membership }: AccessTokenInput,
  expiresIn: number,
): Promise<string> {
  const { clientId, name, metadata } = client;
  const shown = user && presentUser(context, user);
  const own = await settings.accessTokenClaims({ user: shown, scopes, client: { clientId, name, metadata } });
  const iat = Math.floor(context.now().getTime() / 1000);
  const audience = resources.map((resource) => resource.identifier);
  const authentication = grant && { auth_time: toSeconds(grant.authTime), amr: grant.amr, acr: grant.acr ?? undefined };
  const claims = {
    ...Object.assign({}, ...resources.map((resource) => resource.claims)),
    ...withoutReserved(own),
    ...authentication,
    ...organizationClaims(membership),
    iss: issuerOf(context),
    sub: user ? subjectOf(settings, client, user.id) : clientId,
    aud: audience.length === 1 ? audience[0] : audience,
    client_id: clientId,
    scope: scopes.join(" "),
    iat,
    exp: iat + expiresIn,
    jti: createToken(context, "accessToken"),
    ...(confirmation === null ? {} : { cnf: { jkt: confirmation } }),
  };
  const signer = getService(context, "tokenSigner");
  return signer.sign(context, { type: accessTokenType, claims, algorithm: algorithmFor(resources, signer.algorithms) });
}

/**
 * Returns the resource's algorithm if the token is only for that resource, because a token has only one signature.
 * Ignores an algorithm that the app has removed since.
 */
function algorithmFor(resources: readonly ResourceSettings[], known: readonly string[]): string | undefined {
  const [own, ...others] = resources.map((resource) => resource.signingAlgorithm);
  return own != null && others.length === 0 && known.includes(own) ? own : undefined;
}

/** The contents of an ID token. */
export interface IdTokenInput {
  readonly client: OAuthClientRow;
  readonly user: UserRow;
  readonly grant: Pick<OAuthGrantRow, "scopes" | "claims" | "authTime" | "acr" | "amr" | "sid">;
  readonly membership: Membership | null;
  readonly nonce: string | null;
  readonly accessToken: string;
}

/** Signs an ID token. */
export async function signIdToken(
  context: RequestContext,
  settings: ProviderSettings,
  { client, user, grant, membership, nonce, accessToken }: IdTokenInput,
): Promise<string> {
  const signer = getService(context, "tokenSigner");
  const algorithm = idTokenAlgorithm(signer.algorithms);
  const iat = Math.floor(context.now().getTime() / 1000);
  const claims = {
    ...(await userClaims(context, settings, user, grant.scopes, grant.claims?.idToken)),
    ...organizationClaims(membership),
    iss: issuerOf(context),
    sub: subjectOf(settings, client, user.id),
    aud: client.clientId,
    iat,
    exp: iat + settings.lifetimes.idToken,
    auth_time: toSeconds(grant.authTime),
    amr: grant.amr,
    ...(grant.acr === null ? {} : { acr: grant.acr }),
    ...(grant.sid === null ? {} : { sid: grant.sid }),
    ...(nonce === null ? {} : { nonce }),
    // Other algorithms use a different hash, and the claim is optional in this flow.
    ...(algorithm?.endsWith("256") ? { at_hash: toBase64Url(sha256(accessToken).slice(0, 16)) } : {}),
  };
  return signer.sign(context, { type: idTokenType, claims, algorithm });
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** The parts of a token response. */
export interface ResponseParts {
  readonly access: IssuedAccessToken;
  readonly scopes: readonly string[];
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
}

/** Returns the response. RFC 6749, section 5.1. */
export function tokenResponse(
  { now }: RequestContext,
  { access, scopes, refreshToken, idToken }: ResponseParts,
): TokenResponse {
  return {
    access_token: access.token,
    token_type: access.confirmation === null ? "Bearer" : "DPoP",
    expires_in: access.expiresIn,
    expires_at: toSeconds(now()) + access.expiresIn,
    scope: scopes.join(" "),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

/** Returns the S256 PKCE challenge for a verifier. RFC 7636, section 4.2. */
export function challengeOf(verifier: string): string {
  return sha256Base64Url(verifier);
}
