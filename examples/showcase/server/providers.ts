/** By whom people can sign in here: the provider of this machine, and real ones whose keys are in the environment. */

import { openidProvider, type SocialProvider, type SocialProvidersOptions } from "@latchkey/core";
import type { LocalIdentity } from "./identity/provider.ts";

/** What the page needs to draw the buttons. */
export type OfferedProvider = string | { readonly id: string; readonly name: string };

/** Those that take an id and a secret, and nothing else that must be there. */
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

/** `GITHUB_CLIENT_ID` and `GITHUB_CLIENT_SECRET`, and so on; a provider without both is not offered. */
export function providersOf(environment: Readonly<Record<string, string | undefined>>): SocialProvidersOptions {
  const found = withSecret.flatMap((id) => {
    const clientId = environment[`${id.toUpperCase()}_CLIENT_ID`];
    const clientSecret = environment[`${id.toUpperCase()}_CLIENT_SECRET`];
    return clientId && clientSecret ? [[id, { clientId, clientSecret }] as const] : [];
  });
  return Object.fromEntries(found);
}

export function localProvider({ issuer, clientId, clientSecret }: LocalIdentity): SocialProvider {
  return openidProvider({
    id: "local",
    name: "Local identity",
    issuer,
    clientId,
    clientSecret,
    // Asks each time who one is.
    authorizationParameters: { prompt: "login" },
    allowInsecureIssuer: true,
  });
}

export function offered(social: SocialProvidersOptions, local: SocialProvider): readonly OfferedProvider[] {
  return [...Object.keys(social), { id: local.id, name: local.name }];
}
