/** Public exports of `@latchkey/core/providers`. */

export { type AppleOptions, apple } from "./apple.ts";
export { type BuiltInProviders, builtInProviders, type ProviderFactories } from "./built-in.ts";
export { type DiscordOptions, discord } from "./discord.ts";
export { type DropboxOptions, dropbox } from "./dropbox.ts";
export { type FacebookOptions, facebook } from "./facebook.ts";
export { type GithubOptions, github } from "./github.ts";
export { type GitlabOptions, gitlab } from "./gitlab.ts";
export { type GoogleOptions, google } from "./google.ts";
export { gumroad } from "./gumroad.ts";
export { hubspot } from "./hubspot.ts";
export { type KickOptions, kick } from "./kick.ts";
export { line } from "./line.ts";
export { type LinkedinOptions, linkedin } from "./linkedin.ts";
export { type MicrosoftOptions, microsoft } from "./microsoft.ts";
export {
  type Auth0Options,
  auth0,
  type IssuerOptions,
  keycloak,
  type MicrosoftEntraIdOptions,
  microsoftEntraId,
  type OpenIDPresetOptions,
  okta,
  slack,
} from "./openid-presets.ts";
export { patreon } from "./patreon.ts";
export { type RedditOptions, reddit } from "./reddit.ts";
export { type RobloxOptions, roblox } from "./roblox.ts";
export { type SpotifyOptions, spotify } from "./spotify.ts";
export { type TiktokOptions, tiktok } from "./tiktok.ts";
export { type TwitchOptions, twitch } from "./twitch.ts";
export { type TwitterOptions, twitter } from "./twitter.ts";
export { type VkOptions, vk, vkLanguages } from "./vk.ts";
export { yandex } from "./yandex.ts";
export { type ZoomOptions, zoom } from "./zoom.ts";
