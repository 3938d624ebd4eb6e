/** The built-in providers, by ID. */

import type { ConfiguredProvider } from "../connection.ts";
import { type AppleOptions, apple } from "./apple.ts";
import { type DiscordOptions, discord } from "./discord.ts";
import { type DropboxOptions, dropbox } from "./dropbox.ts";
import { type FacebookOptions, facebook } from "./facebook.ts";
import { type GithubOptions, github } from "./github.ts";
import { type GitlabOptions, gitlab } from "./gitlab.ts";
import { type GoogleOptions, google } from "./google.ts";
import { type KickOptions, kick } from "./kick.ts";
import { type LinkedinOptions, linkedin } from "./linkedin.ts";
import { type MicrosoftOptions, microsoft } from "./microsoft.ts";
import { type RedditOptions, reddit } from "./reddit.ts";
import { type RobloxOptions, roblox } from "./roblox.ts";
import { type SpotifyOptions, spotify } from "./spotify.ts";
import { type TiktokOptions, tiktok } from "./tiktok.ts";
import { type TwitchOptions, twitch } from "./twitch.ts";
import { type TwitterOptions, twitter } from "./twitter.ts";
import { type VkOptions, vk } from "./vk.ts";
import { type ZoomOptions, zoom } from "./zoom.ts";

/** The options of each provider. */
export interface BuiltInProviders {
  readonly apple: AppleOptions;
  readonly discord: DiscordOptions;
  readonly facebook: FacebookOptions;
  readonly github: GithubOptions;
  readonly microsoft: MicrosoftOptions;
  readonly google: GoogleOptions;
  readonly spotify: SpotifyOptions;
  readonly twitch: TwitchOptions;
  readonly twitter: TwitterOptions;
  readonly dropbox: DropboxOptions;
  readonly kick: KickOptions;
  readonly linkedin: LinkedinOptions;
  readonly gitlab: GitlabOptions;
  readonly tiktok: TiktokOptions;
  readonly reddit: RedditOptions;
  readonly roblox: RobloxOptions;
  readonly vk: VkOptions;
  readonly zoom: ZoomOptions;
}

/** Creates a provider from an app's options, by ID. */
export type ProviderFactories = {
  readonly [Id in keyof BuiltInProviders]: (options: BuiltInProviders[Id]) => ConfiguredProvider;
};

/**
 * The built-in providers that `socialProviders` uses, by ID. In a bundle, importing one of the functions costs less
 * than importing all of them.
 */
export const builtInProviders: ProviderFactories = {
  apple,
  discord,
  facebook,
  github,
  microsoft,
  google,
  spotify,
  twitch,
  twitter,
  dropbox,
  kick,
  linkedin,
  gitlab,
  tiktok,
  reddit,
  roblox,
  vk,
  zoom,
};
