/** Ends the caller's session, and sends the browser to the identity provider to end its session, too. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import {
  checkRedirect,
  clearSessionCookies,
  defineEndpoint,
  defineTokenKind,
  type EndpointOf,
  endSession,
  input,
  issueToken,
  type RequestContext,
  requireSession,
  type SafeURL,
  type SessionRow,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import { boolean, object, text } from "@latchkey/core/shapes";
import type { SignOutSsoInput, SsoSignOut } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { redirectURL } from "../saml/redirect.ts";
import { createMessageId } from "../saml/request.ts";
import { decryptSamlConfig, privateKeysOf, spUrlsOf } from "../saml-sign-in/config.ts";
import { type SsoProviderRow, type SsoSessionColumns, ssoProviderTable } from "../tables.ts";

/** The data that's stored for a logout request. */
export interface StartedLogout {
  readonly requestId: string;
  readonly callbackURL: SafeURL;
}

/** The relay state of a logout request. Its subject is the provider's row. */
export const logoutKind: TokenKind<StartedLogout> = defineTokenKind<StartedLogout>({
  name: "saml-logout",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

const common = {
  method: "POST",
  changes: ["session"],
  guards: [requireSession],
  errors: pickErrors("SINGLE_LOGOUT_NOT_ENABLED"),
  rateLimit: { window: 60, max: 30 },
  // One query each reads the session and the provider, stores the request, and ends the session.
  queryBudget: 4,
} as const;

const output = object<SsoSignOut>({ url: text, redirect: boolean });

/** Ends the session, regardless of the SAML provider that it was started with. */
export const signOutSSO: EndpointOf<SsoCalls["signOutSSO"]> = defineEndpoint({
  ...common,
  path: "/sso/sign-out",
  summary: "Sign out here and at the identity provider",
  input: input.object<SignOutSsoInput>({ callbackURL: input.target }),
  output,
  handle: ({ callbackURL }, context) => startLogout(context, context.session, callbackURL, null),
});

/** Ends the session if it was started with this provider. */
export const samlSignOut: EndpointOf<SsoCalls["samlSignOut"]> = defineEndpoint({
  ...common,
  path: "/sso/saml2/logout/:providerId",
  aliasOf: "/sso/sign-out",
  summary: "Sign out here and at this SAML provider",
  input: input.object<SignOutSsoInput & { readonly providerId: string }>({
    providerId: input.id,
    callbackURL: input.target,
  }),
  output,
  handle: ({ providerId, callbackURL }, context) => startLogout(context, context.session, callbackURL, providerId),
});

/**
 * Ends the session here first, because the identity provider might not respond.
 * @throws {AuthError} `SINGLE_LOGOUT_NOT_ENABLED`, without ending the session
 */
async function startLogout(
  context: RequestContext,
  session: SessionRow,
  target: string | undefined,
  providerId: string | null,
): Promise<SsoSignOut> {
  const callbackURL = await checkRedirect(context, "callbackURL", target ?? "/");
  const { ssoProviderId, ssoSubject } = session as SessionRow & SsoSessionColumns;
  const row = ssoProviderId ? await context.db.findOne(ssoProviderTable, { where: { id: ssoProviderId } }) : null;
  const config = row ? await decryptSamlConfig(context, row) : null;
  const isOther = providerId !== null && row?.providerId !== providerId;
  if (!row || !config?.logout || !ssoSubject || isOther) return failWith("SINGLE_LOGOUT_NOT_ENABLED");
  const { createLogoutRequest } = await import("../saml/logout.ts");
  const requestId = createMessageId();
  const xml = createLogoutRequest({
    id: requestId,
    now: context.now(),
    destination: config.logout.requestURL,
    issuer: spUrlsOf(context, row.providerId).entityId,
    nameId: ssoSubject.nameId,
    sessionIndex: ssoSubject.sessionIndex ?? undefined,
  });
  const relayState = await storeLogout(context, row, { requestId, callbackURL });
  await endSession(context, session.token);
  clearSessionCookies(context);
  const [privateKey] = privateKeysOf(config);
  const message = { destination: config.logout.requestURL, parameter: "SAMLRequest", xml, relayState } as const;
  return { url: redirectURL({ ...message, ...(privateKey ? { privateKey } : {}) }), redirect: true };
}

async function storeLogout(context: RequestContext, { id }: SsoProviderRow, data: StartedLogout): Promise<string> {
  const issued = issueToken(context, logoutKind, { subject: id, userId: null, data });
  await storeToken(context.db, issued);
  return issued.token;
}
