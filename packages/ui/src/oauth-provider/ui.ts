/** The settings of the OAuth provider in the UI, and the client that its components need. */

import type { OAuthProviderCalls, OAuthProviderClient as OAuthProviderClientCalls } from "@latchkey/oauth-provider";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { OAuthProviderTexts } from "./texts.ts";

/** Paths of the pages. Use the same paths in the server's `oauthProvider()`. */
export interface OAuthProviderPaths {
  /** Path of `ConsentScreen`, which is the server's `consentPage`. Default: `/consent`. */
  readonly consent: string;
  /** Path of `AccountChooser`, which is the server's `selectAccount.page`. Default: `/select-account`. */
  readonly selectAccount: string;
  /** Path of `OrganizationChooser`, which is the server's `organizations.page`. Default: `/choose-organization`. */
  readonly organization: string;
  /** Path of `RequestError`, which is the server's `errorPage`. Default: `/request-error`. */
  readonly error: string;
}

/** The settings of the OAuth provider in the UI. */
export interface OAuthProviderUi extends UiPlugin {
  readonly id: "oauth-provider";
  readonly texts: OAuthProviderTexts;
  readonly paths: OAuthProviderPaths;
  /** Descriptions of the app's custom scopes. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** Returns the settings. Throws if the provider lacks `oauthProviderUi()`. */
export const useOAuthProviderUi = (): OAuthProviderUi =>
  useUiPlugin<OAuthProviderUi>("oauth-provider", "oauthProviderUi()");

/** Returns a client with the plugin's calls. */
export const useOAuthProviderClient = (): AnyReactClient & OAuthProviderClientCalls<OAuthProviderCalls> =>
  useAuthClient<AnyReactClient & OAuthProviderClientCalls<OAuthProviderCalls>>();
