/** The IDs of the built-in providers, in a separate file for bundles without the providers. */

import type { BuiltInProviders } from "./built-in.ts";

const ids: { readonly [Id in keyof BuiltInProviders]: true } = {
  apple: true,
  discord: true,
  dropbox: true,
  facebook: true,
  github: true,
  gitlab: true,
  google: true,
  kick: true,
  linkedin: true,
  microsoft: true,
  reddit: true,
  roblox: true,
  spotify: true,
  tiktok: true,
  twitch: true,
  twitter: true,
  vk: true,
  zoom: true,
};

/** The IDs that no other provider can have, whether or not the app uses the built-in one. */
export const builtInIds: readonly string[] = Object.keys(ids);
