/** `/oauth2/introspect` (RFC 7662), `/oauth2/revoke` (RFC 7009), and `/oauth2/userinfo` (Core, section 5.3). */

import { sha256Base64Url } from "@latchkey/core/crypto";
import {
  AuthError,
  defineEndpoint,
  type EndpointOf,
  enforceSenderLimit,
  input,
  oauthErrorFormat,
  type RequestContext,
} from "@latchkey/core/plugin";
import { boolean, list, number, object, optional, type Shape, text } from "@latchkey/core/shapes";
import type { Introspection, TokenLookupInput } from "../call-types.ts";
import { claimsOutput } from "../claims.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { isPublicClient } from "../clients/store.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { readProof } from "../dpop.ts";
import { oauthErrors, refuse } from "../errors.ts";
import { organizationClaims } from "../grants/organizations.ts";
import { findAccessToken, findRefreshToken, recordGrantUse, revokeGrant } from "../grants/tokens.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { proofAlgorithms } from "../proof.ts";
import { clientFields, protocol } from "../protocol.ts";
import { usableNames } from "../resources/lookup.ts";
import { subjectOf } from "../subject.ts";
import { type OAuthAccessTokenRow, oauthAccessTokenTable } from "../tables.ts";
import { userClaims } from "../user-claims.ts";

const introspectionOutput: Shape<Introspection> = object<Introspection>({
  active: boolean,
  scope: optional(text),
  client_id: optional(text),
  sub: optional(text),
  aud: optional(list(text)),
  iss: optional(text),
  exp: optional(number),
  iat: optional(number),
  token_type: optional(text),
  org_id: optional(text),
  org_slug: optional(text),
  org_role: optional(text),
  cnf: optional(object<{ readonly jkt: string }>({ jkt: text })),
});

const lookupInput = input.object<TokenLookupInput>({
  ...clientFields,
  token: input.rawText({ max: 16_384 }),
  token_type_hint: input.optional(input.text()),
});

const { invalid_client, invalid_request, invalid_token, insufficient_scope } = oauthErrors;

/** Tells a client whether its token works. Another client's token looks like an unknown one. */
export function introspectEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Introspect"]> {
  return defineEndpoint({
    ...protocol,
    method: "POST",
    path: "/oauth2/introspect",
    summary: "Get information about a token",
    input: lookupInput,
    output: introspectionOutput,
    errors: { invalid_client, invalid_request },
    rateLimit: { window: 60, max: 600 },
    queryBudget: 5,
    async handle(given, context): Promise<Introspection> {
      const client = await authenticateClient(context, settings, given);
      // Public clients don't authenticate, so anyone could pretend to be one.
      if (isPublicClient(client)) refuse("invalid_client");
      await enforceSenderLimit(context, client.clientId);
      const access = await findAccessToken(context, given.token);
      const issuer = { iss: issuerOf(context), client_id: client.clientId };
      if (access?.row.clientId === client.clientId) {
        const { row, grant, membership } = access;
        if (!(await hasResources(context, settings, row))) return { active: false };
        if (grant) recordGrantUse(context, grant);
        const aud = row.resources.length > 0 ? { aud: row.resources } : {};
        const times = { exp: toSeconds(row.expiresAt), iat: toSeconds(row.createdAt) };
        const sub = row.userId === null ? row.clientId : subjectOf(settings, client, row.userId);
        return {
          active: true,
          ...issuer,
          sub,
          ...aud,
          scope: row.scopes.join(" "),
          ...organizationClaims(membership),
          ...times,
          ...bindingOf(row.confirmation),
        };
      }
      const refresh = await findRefreshToken(context, given.token, client.clientId);
      if (!refresh || refresh.row.rotatedAt !== null) return { active: false };
      const { row, grant } = refresh;
      const times = { exp: toSeconds(row.expiresAt), iat: toSeconds(row.createdAt) };
      const sub = subjectOf(settings, client, row.userId);
      return { active: true, ...issuer, sub, scope: grant.scopes.join(" "), ...times };
    },
  });
}

/** Revokes a token. A refresh token revokes everything from the same grant. */
export function revokeEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Revoke"]> {
  return defineEndpoint({
    ...protocol,
    method: "POST",
    path: "/oauth2/revoke",
    summary: "Revoke a token",
    input: lookupInput,
    output: claimsOutput,
    errors: { invalid_client, invalid_request },
    rateLimit: { window: 60, max: 30 },
    queryBudget: 4,
    async handle(given, context) {
      const { clientId } = await authenticateClient(context, settings, given);
      const refresh = await findRefreshToken(context, given.token, clientId);
      if (refresh) await context.db.transaction((tx) => revokeGrant(tx, context, refresh.grant, "revoked-by-client"));
      else {
        await context.db.remove(oauthAccessTokenTable, { where: { token: sha256Base64Url(given.token), clientId } });
      }
      return {};
    },
  });
}

/** Returns the claims about a token's user. */
export function userInfoEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2UserInfo"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/oauth2/userinfo",
    summary: "Get the claims of a token's user",
    output: claimsOutput,
    acceptsForm: true,
    originCheck: "exempt",
    cors: "any-origin",
    errorFormat: oauthErrorFormat,
    errors: { invalid_token, insufficient_scope },
    rateLimit: { window: 60, max: 600 },
    queryBudget: 4,
    async handle(_, context) {
      const { isBound, token } = readAccessToken(context);
      const found = await findAccessToken(context, token);
      if (!found?.user) return failToken("invalid_token");
      const { row, user, client, grant, membership } = found;
      if (!(await provesKey(context, row, isBound, token))) return failToken("invalid_token");
      await enforceSenderLimit(context, row.grantId ?? row.id);
      if (!row.scopes.includes("openid")) return failToken("insufficient_scope", ', scope="openid"');
      // Otherwise, an API could read the profile with a token that it receives.
      if (row.resources.length > 0) return failToken("invalid_token");
      if (grant) recordGrantUse(context, grant);
      const claims = await userClaims(context, settings, user, row.scopes, grant?.claims?.userInfo);
      return { ...claims, ...organizationClaims(membership), sub: subjectOf(settings, client, user.id) };
    },
  });
}

/** Whether the token's resources still exist and are linked. One query, or none if all of them are in the options. */
async function hasResources({ db }: RequestContext, settings: ProviderSettings, row: OAuthAccessTokenRow) {
  const { clientId, resources, createdAt: since } = row;
  return (await usableNames(db, settings, { clientId, names: resources, since })).length === resources.length;
}

function bindingOf(confirmation: string | null): Pick<Introspection, "token_type" | "cnf"> {
  return confirmation === null ? { token_type: "Bearer" } : { token_type: "DPoP", cnf: { jkt: confirmation } };
}

/** A token in the query would end up in logs, so it isn't read. RFC 6750, section 2.1; RFC 9449, section 7.1. */
function readAccessToken(context: RequestContext): { readonly isBound: boolean; readonly token: string } {
  const found = /^(bearer|dpop) +([\w.~+/-]+=*)$/i.exec(context.header("authorization") ?? "");
  return { isBound: found?.[1]?.toLowerCase() === "dpop", token: found?.[2] ?? "" };
}

/**
 * Whether the request proves possession of the token's key. A bound token needs a proof, and can't be sent as a Bearer
 * token.
 */
async function provesKey(context: RequestContext, row: OAuthAccessTokenRow, isBound: boolean, token: string) {
  if (row.confirmation === null || !isBound) return row.confirmation === null && !isBound;
  const url = `${issuerOf(context)}/oauth2/userinfo`;
  const proof = { method: context.method ?? "GET", url, accessToken: token };
  const key = await readProof(context, proof).catch((error: unknown) => {
    if (error instanceof AuthError) return null;
    throw error;
  });
  return key === row.confirmation;
}

/** RFC 6750, section 3. */
function failToken(code: "invalid_token" | "insufficient_scope", more = ""): never {
  const header = `Bearer error="${code}"${more}, DPoP error="${code}", algs="${proofAlgorithms.join(" ")}"`;
  return refuse(code, undefined, { headers: { "www-authenticate": header } });
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
