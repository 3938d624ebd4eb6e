/** Client authentication with a signed assertion. RFC 7523, section 2.2. */

import { defineTokenKind, markUsed, type RequestContext } from "@latchkey/core/plugin";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import type { OAuthClientRow } from "../tables.ts";
import { findAuthenticatingClient } from "./documents.ts";
import { clientKeys } from "./key-sets.ts";
import { authMethodOf } from "./store.ts";

/** The value of `client_assertion_type`. */
export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const algorithms = ["ES256", "ES512", "EdDSA", "PS256", "RS256"];

/** The ids of used assertions, kept for as long as an assertion can be valid. */
export const assertionKind: ReturnType<typeof defineTokenKind<object>> = defineTokenKind<object>({
  name: "oauth-client-assertion",
  expiresIn: 300,
  form: "given",
});

/** Returns the client that signed the assertion, or `null` if it isn't valid or was used before. Two queries. */
export async function verifyAssertion(
  context: RequestContext,
  settings: ProviderSettings,
  assertion: string,
  clientId: string | undefined,
): Promise<OAuthClientRow | null> {
  const client = await clientOf(context, settings, assertion, clientId);
  if (!client || authMethodOf(client) !== "private_key_jwt") return null;
  try {
    const keys = await clientKeys(context, client, decodeProtectedHeader(assertion).kid);
    if (!keys) return null;
    const { payload } = await jwtVerify(assertion, keys, {
      algorithms,
      issuer: client.clientId,
      subject: client.clientId,
      audience: [issuerOf(context), `${issuerOf(context)}/oauth2/token`],
      requiredClaims: ["exp", "jti", "aud"],
      currentDate: context.now(),
    });
    const { jti = "", exp = 0, aud } = payload;
    // If there are several audiences, one of those servers could use the assertion here.
    if (Array.isArray(aud) && aud.length > 1) return null;
    if (exp * 1000 > context.now().getTime() + assertionKind.expiresIn * 1000) return null;
    const use = { subject: client.clientId, expiresAt: new Date(exp * 1000) };
    return (await markUsed(context, assertionKind, `${client.clientId}\0${jti}`, use)) ? client : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

async function clientOf(
  context: RequestContext,
  settings: ProviderSettings,
  assertion: string,
  clientId: string | undefined,
): Promise<OAuthClientRow | null> {
  try {
    const { iss } = decodeJwt(assertion);
    if (typeof iss !== "string" || (clientId !== undefined && clientId !== iss)) return null;
    return await findAuthenticatingClient(context, settings, iss);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
