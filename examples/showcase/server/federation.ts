/** The plugins that let other programs use the showcase's accounts, and the second app's registration. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { apiKey } from "@latchkey/api-key";
import { AuthError } from "@latchkey/core";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { jwt } from "@latchkey/jwt";
import { type McpOptions, mcp, type NewOAuthClient, oauthProvider } from "@latchkey/oauth-provider";

/** Creates the plugins. @param server an MCP server to issue tokens for, whose clients can register themselves */
export function federationPlugins(server: McpOptions | undefined) {
  return [
    jwt(),
    oauthProvider({
      loginPage: "/sign-in",
      signup: { page: "/sign-up" },
      consentPage: "/consent",
      selectAccount: { page: "/select-account" },
      organizations: { page: "/choose-organization" },
      errorPage: "/request-error",
      ...(server === undefined ? {} : { ...mcp(server), ...openRegistration }),
    }),
    apiKey([{ defaultPrefix: "showcase_" }, { configId: "organization", references: "organization" }]),
    deviceAuthorization({ clients: [{ clientId: "showcase-tv", name: "Showcase TV" }] }),
  ] as const;
}

/** Agents on this machine have no public URL with client metadata, so they register. */
const openRegistration = {
  allowDynamicClientRegistration: true,
  allowUnauthenticatedClientRegistration: true,
} as const;

/** The API calls that the registration uses. */
interface ClientApi {
  createOAuthClient(input: {
    readonly body: { readonly client_name: string; readonly redirect_uris: readonly string[] };
  }): Promise<NewOAuthClient>;
  rotateOAuthClientSecret(input: { readonly body: { readonly client_id: string } }): Promise<NewOAuthClient>;
}

/**
 * Registers the second app on the first start. On later starts, it gets a new secret, so that none has to be stored.
 * @param file keeps the client's id
 */
export async function registerSecondApp(api: ClientApi, file: string, redirectURI: string): Promise<NewOAuthClient> {
  const known = existsSync(file) ? readFileSync(file, "utf8").trim() : null;
  const kept = known === null ? null : await rotate(api, known);
  if (kept) return kept;
  const body = { client_name: "Scrapbook", redirect_uris: [redirectURI] };
  const client = await api.createOAuthClient({ body });
  writeFileSync(file, `${client.client_id}\n`);
  return client;
}

/** Returns `null` if the client is gone, because the database was deleted. */
async function rotate(api: ClientApi, clientId: string): Promise<NewOAuthClient | null> {
  try {
    return await api.rotateOAuthClientSecret({ body: { client_id: clientId } });
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "OAUTH_CLIENT_NOT_FOUND") throw error;
    return null;
  }
}
