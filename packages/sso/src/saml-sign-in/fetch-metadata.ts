/** Reads an identity provider's metadata from its URL. */

import { type AuthContext, isPublicServer, type RequestContext } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { providerFetch } from "../providers/discovery.ts";

/**
 * Fetches metadata from a URL. Doesn't follow redirects, so that only the URL's host controls the metadata. Sends one
 * request.
 * @throws {Error} if the server doesn't respond, or doesn't return metadata
 */
export async function fetchMetadata(context: AuthContext, settings: SsoSettings, url: string): Promise<string | null> {
  const accept = "application/samlmetadata+xml, application/xml, text/xml";
  const response = await providerFetch(context, settings)(url, { headers: { accept } });
  return response.status === 200 ? response.text() : null;
}

/**
 * Fetches metadata from a URL that someone has just entered.
 * @throws {AuthError} `discovery_invalid_url`, `discovery_timeout`, or `discovery_not_found`
 */
export async function fetchNewMetadata(context: RequestContext, settings: SsoSettings, url: string): Promise<string> {
  if (!URL.canParse(url) || !(settings.allowPrivateURLs || (await isPublicServer(context, url)))) {
    failWith("discovery_invalid_url");
  }
  const text = await fetchMetadata(context, settings, url).catch((cause) => {
    context.log.warn("Couldn't read a provider's metadata", { url, error: cause });
    return failWith("discovery_timeout", { cause });
  });
  return text ?? failWith("discovery_not_found");
}
