/** Describes scopes to users. */

import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import type { OAuthProviderUi } from "./ui.ts";

/** Returns the scopes in plain words, in the app's order. Scopes without words appear by name. */
export function scopeTexts(
  { texts, scopes: descriptions }: Pick<OAuthProviderUi, "texts" | "scopes">,
  requested: readonly string[],
  site: string,
): readonly string[] {
  const allDescriptions: Readonly<Record<string, string>> = { ...texts.scopes, ...descriptions };
  return requested.map((scope) =>
    Object.hasOwn(allDescriptions, scope) ? fill(allDescriptions[scope] ?? scope, { site }) : scope,
  );
}

/** Like `scopeTexts`, for screens of other plugins. Without `oauthProviderUi()`, all scopes appear by name. */
export function useScopeTexts(requested: readonly string[]): readonly string[] {
  const ui = useAuthUi().plugins.find(({ id }) => id === "oauth-provider") as OAuthProviderUi | undefined;
  const site = useCapabilities()?.appName ?? location.host;
  return ui ? scopeTexts(ui, requested, site) : requested;
}
