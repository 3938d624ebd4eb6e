/** Sign-in with a SAML provider. */

import {
  type AssertionProvider,
  createAssertionProvider,
  type RequestContext,
  SocialError,
} from "@latchkey/core/plugin";
import { redirectURL } from "../saml/redirect.ts";
import { createAuthnRequest } from "../saml/request.ts";
import type { SsoProviderRow } from "../tables.ts";
import { privateKeysOf, type SamlConfig, spUrlsOf } from "./config.ts";
import { authnContextClaim } from "./multi-factor.ts";
import { sessionFieldsOf } from "./subject.ts";
import { redeemTicket, requestIdOf } from "./ticket.ts";

/** Returns a row's provider. */
export function samlProvider(context: RequestContext, { id, providerId, name }: SsoProviderRow): AssertionProvider {
  return createAssertionProvider({
    id: providerId,
    name,
    callbackURL: spUrlsOf(context, providerId).acsUrl,
    async readAssertion(current, state, { code = "" }) {
      const profile = await redeemTicket(current, id, state, code);
      if (!profile) throw new SocialError("please_restart_the_process");
      const { email, name, claims, authnContext, subject, sessionEndsAt } = profile;
      // The authentication context comes last, so that no attribute can replace it.
      const raw = { ...claims, [authnContextClaim]: authnContext };
      const user = { id: subject.nameId.value, name, email, emailVerified: false, image: null, raw };
      const endsAt = sessionEndsAt === null ? null : new Date(sessionEndsAt);
      return { ...user, session: { fields: sessionFieldsOf(id, subject), endsAt } };
    },
  });
}

/** Returns the URL that takes the user to the identity provider, with a signed request. */
export function samlRequestURL(
  context: RequestContext,
  { providerId }: SsoProviderRow,
  config: SamlConfig,
  state: string,
): string {
  const { entityId, acsUrl } = spUrlsOf(context, providerId);
  const [privateKey] = privateKeysOf(config);
  const xml = createAuthnRequest({
    id: requestIdOf(state),
    now: context.now(),
    destination: config.entryPoint,
    issuer: entityId,
    acsUrl,
    ...(config.identifierFormat === null ? {} : { nameIdFormat: config.identifierFormat }),
  });
  return redirectURL({
    destination: config.entryPoint,
    parameter: "SAMLRequest",
    xml,
    relayState: state,
    ...(privateKey ? { privateKey } : {}),
  });
}
