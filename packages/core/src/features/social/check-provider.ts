/** Checks the configuration of built-in and custom providers. */

import { credentialProvider } from "../../accounts/store.ts";
import { checkURL } from "./check-url.ts";
import { checkPrivateKey } from "./client-assertion.ts";
import type { SocialProvider } from "./provider.ts";

/** Parameters of the authorization request that only the library can set. */
const reservedParameters: readonly string[] = [
  "state",
  "redirect_uri",
  "client_id",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "response_type",
  "request",
  "request_uri",
];

/**
 * @param option the option's path in the app's configuration
 * @throws {Error} if an option would let the wrong user in or break sign-in. The message names the option.
 */
export function checkProvider(option: string, provider: SocialProvider, production: boolean): void {
  const { id, options, authorization, token, endSession, idToken, discovery } = provider;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(id)) {
    throw new Error(`${option}: the id "${id}" must consist of lowercase letters, digits, and dashes.`);
  }
  if (id === credentialProvider)
    throw new Error(`${option}: the id "${id}" is reserved for email and password. Use another id.`);
  const clientIds = [options?.clientId].flat();
  if (clientIds.length === 0 || !clientIds.every((clientId) => typeof clientId === "string" && clientId !== "")) {
    throw new Error(`${option}: clientId is missing. Copy it from the provider's dashboard.`);
  }
  if (options.clientSecret === "") throw new Error(`${option}: clientSecret is empty. Omit it for a public client.`);
  if (token.auth === "private_key_jwt") checkPrivateKey(option, token.privateKey);
  if (provider.allowInsecure && production) {
    throw new Error(`${option}: plain http is only allowed in development and tests. Use an issuer with https.`);
  }
  const endpoints = {
    discovery,
    authorization: authorization.endpoint,
    token: token.endpoint,
    jwks: idToken?.jwksUri,
    "end-session": endSession?.endpoint,
  };
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // With discovery, the other endpoints come from the document.
    if (endpoint === undefined || (discovery !== undefined && name !== "discovery" && endpoint === "")) continue;
    checkURL(`${option}: the ${name} endpoint`, endpoint, provider.allowInsecure === true);
  }
  if (options.redirectURI !== undefined) checkURL(`${option}: redirectURI`, options.redirectURI, true);
  if (endSession?.postLogoutRedirectURI !== undefined)
    checkURL(`${option}: postLogoutRedirectURI`, endSession.postLogoutRedirectURI, true);
  const reserved = Object.keys(authorization.parameters ?? {}).find((name) => reservedParameters.includes(name));
  if (reserved)
    throw new Error(
      `${option}: authorization.parameters can't have "${reserved}", because Latchkey sets it for each sign-in. Remove it.`,
    );
  checkIdTokenRules(option, provider);
}

function checkIdTokenRules(option: string, { idToken, discovery, authorization }: SocialProvider): void {
  // HMAC with a public key and unsigned tokens can both be forged.
  const unsafe = idToken?.algorithms.find(
    (algorithm) => !/^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/.test(algorithm),
  );
  if (unsafe !== undefined)
    throw new Error(
      `${option}: the ID token algorithm "${unsafe}" is unsafe or unknown. Use one such as RS256, ES256, PS256, or EdDSA.`,
    );
  if (idToken?.algorithms.length === 0)
    throw new Error(`${option}: idToken.algorithms is empty. Add the algorithms that the provider signs with.`);
  if (discovery !== undefined && typeof idToken?.issuer !== "string") {
    throw new Error(
      `${option}: discovery requires idToken.issuer. Set it to the issuer that the discovery document must have.`,
    );
  }
  if (authorization.nonce && !idToken)
    throw new Error(`${option}: a nonce requires idToken. Add idToken, or remove the nonce.`);
}
