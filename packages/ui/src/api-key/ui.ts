/** The API key settings of the UI, and the client that its components need. */

import type { ApiKeyCalls, ApiKeyClient as ApiKeyClientCalls } from "@latchkey/api-key";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { ApiKeyTexts } from "./texts.ts";

/** A permission that users can give to a key. */
export interface KeyScope {
  readonly resource: string;
  readonly action: string;
  /** The label that users see. */
  readonly label: string;
}

/** The API key settings of the UI. */
export interface ApiKeyUi extends UiPlugin {
  readonly id: "api-key";
  readonly texts: ApiKeyTexts;
  readonly scopes: readonly KeyScope[];
}

/** Returns the API key settings. Throws if the provider lacks `apiKeyUi()`. */
export const useApiKeyUi = (): ApiKeyUi => useUiPlugin<ApiKeyUi>("api-key", "apiKeyUi()");

/** Returns a client with the plugin's calls. */
export const useApiKeyClient = (): AnyReactClient & ApiKeyClientCalls<ApiKeyCalls> =>
  useAuthClient<AnyReactClient & ApiKeyClientCalls<ApiKeyCalls>>();
