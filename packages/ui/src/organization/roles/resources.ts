/** The resources that roles can grant permissions for. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { useOrganizationServer } from "../use-server.ts";
import type { Statements } from "./permissions.ts";

/** The plugins of the built-in resources. The server declares these resources even without the plugins. */
const plugins: Readonly<Record<string, string>> = {
  apiKey: "api-key",
  serviceAccount: "api-key",
  oauthClient: "oauth-provider",
  webhook: "events",
  audit: "events",
  scim: "scim",
  sso: "sso",
};

/** Returns the resources that the app has, with their actions. */
export function useResources(): Statements {
  const { statements, teams } = useOrganizationServer();
  const capabilities = useCapabilities();
  const exists = (resource: string): boolean => {
    if (resource === "team") return teams;
    const plugin = Object.hasOwn(plugins, resource) ? plugins[resource] : undefined;
    return plugin === undefined || isForOrganizations(capabilities, plugin);
  };
  return Object.fromEntries(
    Object.entries(statements).filter(([resource, actions]) => actions.length > 0 && exists(resource)),
  );
}

/** Some plugins say whether organizations can use them. */
function isForOrganizations(capabilities: Capabilities | null | undefined, id: string): boolean {
  const plugin = Object.entries(capabilities?.plugins ?? {}).find(([key]) => key === id)?.[1];
  if (plugin === undefined) return false;
  return !("organizations" in plugin) || plugin.organizations === true;
}
