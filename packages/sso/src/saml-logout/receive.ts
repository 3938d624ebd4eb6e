/** Receives logout messages from identity providers. They must be signed, so that strangers can't sign anyone out. */

import {
  buildRedirect,
  checkRedirect,
  clearSessionCookies,
  consumeToken,
  defineEndpoint,
  type EndpointOf,
  hashToken,
  input,
  type RequestContext,
  readSessionToken,
  redirectResponse,
} from "@latchkey/core/plugin";
import { redirect } from "@latchkey/core/shapes";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { findProvider } from "../providers/store.ts";
import { SamlError } from "../saml/errors.ts";
import type { ExpectedLogout } from "../saml/logout.ts";
import { type ReceivedMessage, readRedirect, redirectURL } from "../saml/redirect.ts";
import { createMessageId } from "../saml/request.ts";
import type { TrustedKeys } from "../saml/signature.ts";
import {
  decryptSamlConfig,
  privateKeysOf,
  type SamlConfig,
  type SamlLogoutURLs,
  spUrlsOf,
  trustedKeysOf,
} from "../saml-sign-in/config.ts";
import type { SsoProviderRow } from "../tables.ts";
import { logOut } from "./logged-out.ts";
import { logoutKind } from "./start.ts";

const common = {
  path: "/sso/saml2/sp/slo/:providerId",
  input: input.openObject<Readonly<Record<string, unknown>>>({}),
  output: redirect,
  errors: pickErrors(
    "SSO_PROVIDER_NOT_FOUND",
    "SINGLE_LOGOUT_NOT_ENABLED",
    "INVALID_LOGOUT_REQUEST",
    "INVALID_LOGOUT_RESPONSE",
  ),
  rateLimit: { window: 60, max: 30 },
  // These find and lock the provider, store the logout for sign-ins in progress (two), find and end the sessions, and
  // find the account if the message doesn't name a session.
  queryBudget: 7,
} as const;

/** Receives a message in a URL. */
export const samlLogoutRedirect: EndpointOf<SsoCalls["samlLogoutRedirect"]> = defineEndpoint({
  ...common,
  method: "GET",
  summary: "Receive a SAML logout message in a URL",
  async handle(given, context) {
    // The signature covers the query's exact spelling.
    const query = new URL(context.request?.url ?? "http://none.invalid").search.slice(1);
    return receive(context, given, async (keys) => readRedirect(query, keys));
  },
});

/** Receives a posted message. */
export const samlLogoutPost: EndpointOf<SsoCalls["samlLogoutPost"]> = defineEndpoint({
  ...common,
  method: "POST",
  summary: "Receive a posted SAML logout message",
  acceptsForm: true,
  // The identity provider's page posts here, and the message is signed.
  originCheck: "exempt",
  async handle(given, context) {
    const { RelayState } = given;
    return receive(context, given, async (keys, field) => {
      const { verifyPostedLogout } = await import("../saml/logout.ts");
      const relayState = typeof RelayState === "string" ? RelayState : undefined;
      return { xml: verifyPostedLogout(field, keys), relayState };
    });
  },
});

/** A verified message. If it was sent in a URL, the signature also covers the relay state. */
type VerifiedMessage = Pick<ReceivedMessage, "xml" | "relayState">;

/** Verifies a message's signature. @throws {SamlError} */
type Verify = (keys: TrustedKeys, field: string) => Promise<VerifiedMessage>;

/** A verified message, and the data needed to respond to it. */
interface Received extends VerifiedMessage {
  readonly row: SsoProviderRow;
  readonly config: SamlConfig;
  readonly logout: SamlLogoutURLs;
  readonly expected: ExpectedLogout;
}

async function receive(
  context: RequestContext,
  given: Readonly<Record<string, unknown>>,
  verify: Verify,
): Promise<Response> {
  const { providerId, SAMLRequest, SAMLResponse } = given;
  const row = await findProvider(context.db, String(providerId));
  const config = row?.enabled ? await decryptSamlConfig(context, row) : null;
  if (!row || !config) return failWith("SSO_PROVIDER_NOT_FOUND");
  const { logout } = config;
  if (!logout) return failWith("SINGLE_LOGOUT_NOT_ENABLED");
  const isRequest = SAMLRequest !== undefined;
  const field = isRequest ? SAMLRequest : SAMLResponse;
  const code = isRequest ? "INVALID_LOGOUT_REQUEST" : "INVALID_LOGOUT_RESPONSE";
  if (typeof field !== "string" || (isRequest && SAMLResponse !== undefined)) return failWith(code);
  const now = context.now();
  const expected = { issuer: row.issuer, destination: spUrlsOf(context, row.providerId).sloUrl, now };
  try {
    const received = { row, config, logout, expected, ...(await verify(trustedKeysOf(config, now), field)) };
    return isRequest ? await respondToRequest(context, received) : await finishLogout(context, received);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    context.log.warn("A SAML logout message was rejected", { provider: row.providerId, reason: error.message });
    return failWith(code, { cause: error });
  }
}

/** Ends the sessions that the request names, in any browser, and responds to it. */
async function respondToRequest(context: RequestContext, received: Received): Promise<Response> {
  const { row, config, logout, xml, expected, relayState } = received;
  const { createLogoutResponse, readLogoutRequest } = await import("../saml/logout.ts");
  const request = readLogoutRequest(xml, expected);
  const ended = await logOut(context, row, request);
  const presented = readSessionToken(context);
  // Clear the cookies, because this browser's cached session would keep working for a short time.
  if (presented && ended.includes(hashToken(presented.token))) clearSessionCookies(context);
  const answer = createLogoutResponse({
    id: createMessageId(),
    now: context.now(),
    destination: logout.responseURL,
    issuer: spUrlsOf(context, row.providerId).entityId,
    inResponseTo: request.id,
    isSuccess: true,
  });
  const [privateKey] = privateKeysOf(config);
  return redirectResponse(
    redirectURL({
      destination: logout.responseURL,
      parameter: "SAMLResponse",
      xml: answer,
      ...(relayState === undefined ? {} : { relayState }),
      ...(privateKey ? { privateKey } : {}),
    }),
  );
}

/** Redirects the user to the app's callback URL. The session has already ended. */
async function finishLogout(context: RequestContext, { row, xml, expected, relayState }: Received): Promise<Response> {
  const started = await consumeToken(context.db, context, logoutKind, relayState ?? "", row.id);
  if (!started) return failWith("INVALID_LOGOUT_RESPONSE");
  const { readLogoutResponse } = await import("../saml/logout.ts");
  const isDone = readLogoutResponse(xml, expected, started.data.requestId);
  // The app's trusted origins might have changed since then.
  const target = await checkRedirect(context, "callbackURL", started.data.callbackURL);
  return redirectResponse(buildRedirect(context, target, isDone ? {} : { error: "saml_status_not_success" }));
}
