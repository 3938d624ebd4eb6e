/** The sign-in providers: the local one, and real ones with credentials in the environment. */

import { type ConfiguredProvider, openidProvider, type SocialProvidersOptions } from "@latchkey/core";
import type { LocalIdentity } from "./identity/provider.ts";

/** Providers that only require a client id and a client secret. */
const withSecret = [
  "google",
  "github",
  "microsoft",
  "facebook",
  "discord",
  "linkedin",
  "gitlab",
  "twitter",
  "spotify",
  "twitch",
  "dropbox",
  "reddit",
  "roblox",
  "kick",
  "zoom",
  "vk",
] as const;

/** Reads `GITHUB_CLIENT_ID`, `GITHUB_CLIENT_SECRET`, and so on. Skips providers that don't have both. */
export function providersOf(environment: Readonly<Record<string, string | undefined>>): SocialProvidersOptions {
  const found = withSecret.flatMap((id) => {
    const clientId = environment[`${id.toUpperCase()}_CLIENT_ID`];
    const clientSecret = environment[`${id.toUpperCase()}_CLIENT_SECRET`];
    return clientId && clientSecret ? [[id, { clientId, clientSecret }] as const] : [];
  });
  return Object.fromEntries(found);
}

export function localProvider({ issuer, clientId, clientSecret }: LocalIdentity): ConfiguredProvider {
  return openidProvider({
    id: "local",
    name: "Local identity",
    issuer,
    clientId,
    clientSecret,
    // Asks the user to sign in every time.
    authorizationParameters: { prompt: "login" },
    allowInsecureIssuer: true,
  });
}
