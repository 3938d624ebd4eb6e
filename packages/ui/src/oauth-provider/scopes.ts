/** What users read for scopes. */

import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import type { OAuthProviderUi } from "./ui.ts";

/** Returns the scopes in plain words, in the app's order. Scopes without words appear by name. */
export function scopeTexts(
  { texts, scopes: own }: Pick<OAuthProviderUi, "texts" | "scopes">,
  asked: readonly string[],
  site: string,
): readonly string[] {
  const known: Readonly<Record<string, string>> = { ...texts.scopes, ...own };
  return asked.map((scope) => (Object.hasOwn(known, scope) ? fill(known[scope] ?? scope, { site }) : scope));
}

/** Returns the same for screens of other plugins. Without `oauthProviderUi()`, all scopes appear by name. */
export function useScopeTexts(asked: readonly string[]): readonly string[] {
  const ui = useAuthUi().plugins.find(({ id }) => id === "oauth-provider") as OAuthProviderUi | undefined;
  const site = useCapabilities()?.appName ?? location.host;
  return ui ? scopeTexts(ui, asked, site) : asked;
}
