/** OpenID Connect providers whose issuer follows from a domain or tenant. They go in the `providers` option. */

import type { ConfiguredProvider } from "../connection.ts";
import { type OpenIDProviderOptions, openidProvider } from "../openid.ts";

/** Options for a preset. `id` and `name` are needed only if the app uses it several times. */
export interface OpenIDPresetOptions extends Omit<OpenIDProviderOptions, "issuer"> {}

/** Options for Auth0. */
export interface Auth0Options extends OpenIDPresetOptions {
  /** The tenant's domain or custom domain, such as `acme.eu.auth0.com`. */
  readonly domain: string;
}

/**
 * Creates a provider for sign-in with Auth0.
 * @throws {Error} if `domain` isn't a domain
 */
export function auth0({ domain, ...options }: Auth0Options): ConfiguredProvider {
  if (typeof domain !== "string" || !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain)) {
    throw new Error(`auth0: domain is "${domain}". Use the tenant's domain without https://.`);
  }
  return openidProvider({
    id: "auth0",
    name: "Auth0",
    // New applications at Auth0 use this method.
    tokenEndpointAuthMethod: options.privateKey ? "private_key_jwt" : "client_secret_post",
    ...options,
    // Auth0's issuer ends with a slash.
    issuer: `https://${domain.toLowerCase()}/`,
  });
}

/** Options for a provider that states its issuer in its dashboard. */
export interface IssuerOptions extends OpenIDProviderOptions {}

/**
 * Creates a provider for sign-in with Keycloak. The issuer is a realm's URL, such as
 * `https://id.example.com/realms/acme`.
 */
export function keycloak(options: IssuerOptions): ConfiguredProvider {
  return openidProvider({ id: "keycloak", name: "Keycloak", ...options });
}

/**
 * Creates a provider for sign-in with Okta. The issuer is an authorization server's URL, such as
 * `https://acme.okta.com/oauth2/default`, or the org's own, such as `https://acme.okta.com`.
 */
export function okta(options: IssuerOptions): ConfiguredProvider {
  return openidProvider({ id: "okta", name: "Okta", ...options });
}

/** Options for Microsoft Entra ID. */
export interface MicrosoftEntraIdOptions extends OpenIDPresetOptions {
  /** The tenant's ID, a GUID. */
  readonly tenantId: string;
}

/**
 * Creates a provider for sign-in with one tenant of Microsoft Entra ID, using OpenID Connect alone. The built-in
 * `microsoft` provider also accepts personal accounts and several tenants, and knows which emails are verified.
 *
 * @throws {Error} if `tenantId` isn't a GUID
 */
export function microsoftEntraId({ tenantId, ...options }: MicrosoftEntraIdOptions): ConfiguredProvider {
  if (typeof tenantId !== "string" || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenantId)) {
    throw new Error(`microsoftEntraId: tenantId is "${tenantId}". Use the tenant's ID (a GUID, not a domain).`);
  }
  const issuer = `https://login.microsoftonline.com/${tenantId.toLowerCase()}/v2.0`;
  return openidProvider({ id: "microsoft-entra-id", name: "Microsoft", ...options, issuer });
}

/** Creates a provider for sign-in with Slack. */
export function slack(options: OpenIDPresetOptions): ConfiguredProvider {
  return openidProvider({
    id: "slack",
    name: "Slack",
    // Slack documents the client's credentials as parameters of the request.
    tokenEndpointAuthMethod: "client_secret_post",
    ...options,
    issuer: "https://slack.com",
  });
}
