/** `/oauth2/register` lets apps register themselves. RFC 7591. */

import { constantTimeEqual, sha256Base64Url } from "@latchkey/core/crypto";
import {
  type ActiveSession,
  AuthError,
  defineEndpoint,
  type EndpointOf,
  input,
  oauthErrorFormat,
  type RequestContext,
  readSession,
  recordAudit,
} from "@latchkey/core/plugin";
import type { ClientMetadata } from "../call-types.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { oauthErrors, refuse } from "../errors.ts";
import { createToken } from "../grants/tokens.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { deviceGrantType } from "../protocol.ts";
import { splitWords } from "../scopes.ts";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";
import { lockUser } from "./access.ts";
import { metadataFields, presentRegistration } from "./metadata.ts";
import { newClient } from "./new.ts";
import { registeredClientOutput } from "./outputs.ts";
import { redirectProblem } from "./redirects.ts";

const { invalid_redirect_uri, invalid_client_metadata, invalid_token, access_denied } = oauthErrors;

/** Registers a client. Users are always asked for consent before it gets access. */
export function registerEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["registerOAuthClient"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/register",
    summary: "Register a client",
    input: input.object<ClientMetadata>(metadataFields),
    output: registeredClientOutput,
    // Open registration doesn't use the session, so pages on other origins gain nothing from this call.
    ...(settings.registration === "open" ? { cors: "any-origin", originCheck: "exempt" } : {}),
    errorFormat: oauthErrorFormat,
    errors: { invalid_redirect_uri, invalid_client_metadata, invalid_token, access_denied },
    rateLimit: { window: 60, max: 5 },
    queryBudget: 3,
    async handle(given, context) {
      const registrant = await registrantOf(context, settings);
      const userId = registrant?.user.id ?? null;
      checkRegistration(given);
      const { row, secret } = convertErrors(() =>
        newClient(context, settings, withKnownScopes(settings, given), userId),
      );
      const token = createToken(context, "registrationToken");
      await context.db.transaction(async (tx) => {
        if (registrant && !(await lockUser(tx, registrant))) refuse("invalid_token", "Sign in to register a client");
        await tx.insert(oauthClientTable, { ...row, registrationToken: sha256Base64Url(token) });
        const data = { clientId: row.clientId };
        await recordAudit(tx, context, { action: "oauth-client.register", actorId: userId, data });
      });
      context.reply.successStatus = 201;
      return {
        ...presentRegistration(settings, row),
        ...(secret === null ? {} : { client_secret: secret }),
        registration_access_token: token,
        registration_client_uri: registrationURL(context, row),
      };
    },
  });
}

/** Returns the URL where the client manages its registration. */
export function registrationURL(context: RequestContext, { clientId }: Pick<OAuthClientRow, "clientId">): string {
  return `${issuerOf(context)}/oauth2/register/${clientId}`;
}

/**
 * Returns the ID of the user who registers the client. `null` if none is needed, because registration is open or
 * there's a valid token.
 */
async function registrantOf(
  context: RequestContext,
  { registration, initialAccessTokens }: ProviderSettings,
): Promise<ActiveSession | null> {
  if (registration === "off") refuse("access_denied", "This app doesn't allow client registration");
  if (registration === "open") return null;
  const sent = /^Bearer (.+)$/i.exec(context.header("authorization") ?? "")?.[1] ?? "";
  if (initialAccessTokens.some((token) => constantTimeEqual(token, sent))) return null;
  const active = await readSession(context);
  return active ?? refuse("invalid_token", "Sign in or send an initial access token to register a client");
}

/** Checks the rules that apply only to registrations. @throws {AuthError} an error from RFC 7591 */
export function checkRegistration(given: ClientMetadata): void {
  for (const uri of given.redirect_uris ?? []) {
    const problem = redirectProblem(uri);
    if (problem !== null) refuse("invalid_redirect_uri", `The redirect URI ${uri} ${problem}`);
  }
  for (const type of given.grant_types ?? []) {
    // Client credentials don't need consent from a user. In the device flow, users can recognize the client only by its
    // name.
    if (type === "client_credentials" || type === deviceGrantType) {
      refuse("invalid_client_metadata", `Registered clients can't use ${type}`);
    }
  }
}

/**
 * Drops scopes that the app doesn't have, because clients tend to request all scopes that they know. RFC 7591, section
 * 2.
 */
export function withKnownScopes({ scopes }: ProviderSettings, given: ClientMetadata): ClientMetadata {
  if (given.scope === undefined) return given;
  const scope = splitWords(given.scope).filter((one) => scopes.includes(one));
  return { ...given, scope: scope.join(" ") };
}

/** Runs a function. Converts `INVALID_CLIENT_METADATA` to the standard's error. */
export function convertErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthError && error.code === "INVALID_CLIENT_METADATA") {
      return refuse("invalid_client_metadata", error.message);
    }
    throw error;
  }
}
