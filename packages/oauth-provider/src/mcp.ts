/** The options that clients of MCP servers expect. */

import type { OAuthProviderOptions } from "./options.ts";
import type { ResourceOptions } from "./resources/options.ts";

/** An MCP server. */
export interface McpOptions extends Pick<ResourceOptions, "name" | "accessTokenExpiresIn"> {
  /** The MCP server's URL, such as `https://example.com/mcp`. */
  readonly resource: string;
  /** The scopes of its tools. Default: none. */
  readonly scopes?: readonly string[];
}

/** The options that `mcp` sets. */
export type McpProviderOptions = Required<
  Pick<
    OAuthProviderOptions,
    "scopes" | "resources" | "clientIdMetadataDocuments" | "refreshTokenReuseInterval" | "refreshWithoutOfflineAccess"
  >
>;

/**
 * Returns options for `oauthProvider` that let MCP clients get tokens for an MCP server: the resource with its scopes,
 * client ID metadata documents, and repeated refreshes within 30 seconds, because such clients often send them. Clients
 * that request only the scopes from the server's 401 response also get refresh tokens, which end with the user's
 * session.
 */
export function mcp({ resource, scopes = [], ...more }: McpOptions): McpProviderOptions {
  return {
    scopes: ["openid", "profile", "email", "offline_access", ...scopes],
    resources: [{ identifier: resource, scopes, ...more }],
    clientIdMetadataDocuments: true,
    refreshTokenReuseInterval: 30,
    refreshWithoutOfflineAccess: true,
  };
}
