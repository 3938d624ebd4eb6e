/** Reads an issuer's discovery document when a provider is registered. OpenID Connect Discovery 1.0, section 4. */

import {
  type AuthContext,
  type BoundedFetch,
  boundedFetch,
  isPublicServer,
  publicFetch,
  type RequestContext,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import type { OidcConfig } from "./config.ts";

/**
 * Returns the `fetch` function for identity providers. It only reaches public servers, because organizations choose the
 * URLs.
 */
export function providerFetch(context: AuthContext, { allowPrivateURLs }: SsoSettings): BoundedFetch {
  return allowPrivateURLs ? boundedFetch(context, { allowHttp: true }) : publicFetch(context);
}

/**
 * Checks that the issuer has a usable discovery document, and derives settings from it. Sends one request.
 * @throws {AuthError} one of `discoveryErrors`
 */
export async function discoverIssuer(
  context: RequestContext,
  settings: SsoSettings,
  issuer: string,
): Promise<Pick<OidcConfig, "tokenEndpointAuthentication" | "usesSharedRedirect">> {
  await checkIssuerURL(context, settings, issuer);
  const document = await fetchDocument(context, settings, issuer);
  if (document.issuer !== issuer) failWith("issuer_mismatch");
  const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map((name) => document[name]);
  if (!endpoints.every((endpoint) => isEndpoint(settings, endpoint))) failWith("discovery_incomplete");
  const methods = document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const usable = (["client_secret_basic", "client_secret_post"] as const).find(
    (method) => Array.isArray(methods) && methods.includes(method),
  );
  return {
    tokenEndpointAuthentication: usable ?? failWith("unsupported_token_auth_method"),
    // Responses at a shared URI must contain their issuer. Otherwise, one issuer could get another issuer's code.
    usesSharedRedirect:
      settings.redirectURI !== null && document.authorization_response_iss_parameter_supported === true,
  };
}

/** Whether the URL is a usable endpoint. Users are redirected to one of them, so it must not be a `javascript:` URL. */
function isEndpoint({ allowPrivateURLs }: SsoSettings, endpoint: unknown): boolean {
  if (typeof endpoint !== "string" || !URL.canParse(endpoint)) return false;
  const { protocol } = new URL(endpoint);
  return protocol === "https:" || (allowPrivateURLs && protocol === "http:");
}

async function checkIssuerURL(context: RequestContext, settings: SsoSettings, issuer: string): Promise<void> {
  if (!URL.canParse(issuer)) failWith("discovery_invalid_url");
  const { protocol, search, hash, username, password } = new URL(issuer);
  const isAllowed = settings.allowPrivateURLs
    ? ["http:", "https:"].includes(protocol)
    : await isPublicServer(context, issuer);
  if (!isAllowed || search || hash || username || password) failWith("discovery_invalid_url");
}

async function fetchDocument(
  context: RequestContext,
  settings: SsoSettings,
  issuer: string,
): Promise<Readonly<Record<string, unknown>>> {
  const send = providerFetch(context, settings);
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await send(url).catch((cause) => {
    context.log.warn("Couldn't reach an issuer", { issuer, error: cause });
    return failWith("discovery_timeout", { cause });
  });
  if (response.status !== 200) failWith("discovery_not_found");
  const document: unknown = await response.json().catch(() => null);
  const isObject = typeof document === "object" && document !== null && !Array.isArray(document);
  return isObject ? (document as Readonly<Record<string, unknown>>) : failWith("discovery_invalid_json");
}
