/** The endpoints that identity providers send users to, and their metadata. */

import {
  buildRedirect,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  redirectResponse,
  redirectWithError,
  type SafeURL,
} from "@latchkey/core/plugin";
import { redirect } from "@latchkey/core/shapes";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { findProvider } from "../providers/store.ts";
import { SamlError } from "../saml/errors.ts";
import { createSpMetadata } from "../saml/sp-metadata.ts";
import { createPolicy } from "../sign-in/policy.ts";
import type { SsoProviderRow } from "../tables.ts";
import { decryptSamlConfig, privateKeysOf, type SamlConfig, spUrlsOf, trustedKeysOf } from "./config.ts";
import { samlProvider } from "./connect.ts";
import { readSamlProfile } from "./profile.ts";
import { createTicket, isState, requestIdOf, useAssertion } from "./ticket.ts";
import { forgetUnsolicited, startAgain } from "./unsolicited.ts";

/** A response, and the state that was returned with it. */
interface PostedResponse {
  readonly SAMLResponse: string;
  readonly RelayState: string;
}

/** Receives the identity provider's form, and redirects the browser with a ticket. Never creates a session. */
export function samlResponse(settings: SsoSettings): EndpointOf<SsoCalls["samlResponse"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/saml2/sp/acs/:providerId",
    summary: "Receive a SAML response",
    input: input.openObject({}),
    output: redirect,
    acceptsForm: true,
    // The identity provider's page posts here. The ticket works only in the browser that started the sign-in.
    originCheck: "exempt",
    rateLimit: { window: 60, max: 60 },
    queryBudget: 3,
    async handle({ providerId, SAMLResponse, RelayState: given }, context) {
      const RelayState = typeof given === "string" ? given : null;
      if (typeof SAMLResponse !== "string") return redirectWithError(context, null, "invalid_callback_request");
      if (settings.allowIdpInitiated && !isState(RelayState ?? "")) {
        return startAgain(context, String(providerId), RelayState ?? "");
      }
      if (RelayState === null || RelayState.length > 200) {
        return redirectWithError(context, null, "invalid_callback_request");
      }
      const row = await findProvider(context.db, String(providerId));
      const config = row?.enabled ? await decryptSamlConfig(context, row) : null;
      if (!row || !config) return redirectWithError(context, null, "oauth_provider_not_found");
      const result = await readTicket(context, row, config, { SAMLResponse, RelayState });
      const path = new URL(spUrlsOf(context, row.providerId).acsUrl).pathname as SafeURL;
      return redirectResponse(buildRedirect(context, path, { ...result, state: RelayState }), 303);
    },
  });
}

/**
 * The redirect's contents. Errors are also sent through the browser, because only the browser that started the sign-in
 * has the page that shows them.
 */
type PostResult = { readonly ticket: string } | { readonly error: string };

async function readTicket(
  context: RequestContext,
  row: SsoProviderRow,
  config: SamlConfig,
  posted: PostedResponse,
): Promise<PostResult> {
  try {
    return await acceptResponse(context, row, config, posted);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    context.log.warn("A SAML response was rejected", { provider: row.providerId, reason: error.message });
    return { error: error.code.toLowerCase() };
  }
}

/** @throws {SamlError} if the response doesn't prove who the user is */
async function acceptResponse(
  context: RequestContext,
  row: SsoProviderRow,
  config: SamlConfig,
  { SAMLResponse, RelayState }: PostedResponse,
): Promise<PostResult> {
  const { entityId, acsUrl } = spUrlsOf(context, row.providerId);
  const keys = {
    ...trustedKeysOf(config, context.now()),
    decryptionKeys: privateKeysOf(config),
  };
  const expected = { issuer: row.issuer, audience: entityId, acsUrl, requestId: requestIdOf(RelayState) };
  // Imported lazily, so that apps whose organizations only use OpenID Connect don't load the XML libraries.
  const { readResponse } = await import("../saml/assertion.ts");
  const identity = readResponse(SAMLResponse, keys, expected);
  if (!(await useAssertion(context, row.id, identity))) return { error: "replay_detected" };
  return { ticket: await createTicket(context, row.id, RelayState, readSamlProfile(identity, config.mapping)) };
}

/** Redeems a ticket in the browser that started the sign-in, and signs the user in, or tells the app about an error. */
export function samlCallback(settings: SsoSettings): EndpointOf<SsoCalls["samlCallback"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/saml2/sp/acs/:providerId",
    summary: "Complete a SAML sign-in",
    input: input.openObject({}),
    output: redirect,
    rateLimit: { window: 60, max: 60 },
    queryBudget: 31,
    async handle({ providerId, ticket, state, error }, context) {
      const result = typeof ticket === "string" ? { code: ticket } : typeof error === "string" ? { error } : null;
      if (!result || typeof state !== "string") return redirectWithError(context, null, "invalid_callback_request");
      const row = await findProvider(context.db, String(providerId));
      if (!row?.enabled || row.samlConfig === null) {
        return redirectWithError(context, null, "oauth_provider_not_found");
      }
      forgetUnsolicited(context);
      return samlProvider(context, row).completeCallback(context, createPolicy(settings, row), state, {
        state,
        ...result,
      });
    },
  });
}

/** Returns this service provider's metadata, for the identity provider's setup. */
export const samlMetadata: EndpointOf<SsoCalls["samlMetadata"]> = defineEndpoint({
  method: "GET",
  path: "/sso/saml2/sp/metadata",
  summary: "Get the SAML metadata of this app",
  input: input.object({ providerId: input.id }),
  output: redirect,
  errors: pickErrors("SSO_PROVIDER_NOT_FOUND"),
  queryBudget: 1,
  async handle({ providerId }, context) {
    const row = await findProvider(context.db, providerId);
    const config = row ? await decryptSamlConfig(context, row) : null;
    if (!row || !config) return failWith("SSO_PROVIDER_NOT_FOUND");
    const certificates = config.keyPairs.map(({ certificate }) => certificate);
    const { sloUrl, ...urls } = spUrlsOf(context, providerId);
    const xml = createSpMetadata({ ...urls, ...(config.logout ? { sloUrl } : {}), certificates });
    return new Response(xml, {
      headers: { "content-type": "application/samlmetadata+xml", "cache-control": "no-store" },
    });
  },
});
