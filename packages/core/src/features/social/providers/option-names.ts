/** The option names of each built-in provider. */

import type { OptionNames } from "../../../kernel/option-names.ts";
import type { ProviderOptions } from "../provider.ts";
import type { BuiltInProviders } from "./built-in.ts";

/** The options that all providers have. */
export const commonOptionNames: OptionNames<ProviderOptions> = {
  clientId: true,
  clientSecret: true,
  scope: true,
  disableDefaultScope: true,
  redirectURI: true,
  disableSignUp: true,
  disableImplicitSignUp: true,
  overrideUserInfoOnSignIn: true,
  requireNonce: true,
  mapProfileToUser: true,
};

const common = commonOptionNames;
const { clientId: _, ...withoutId } = common;

/** The options of each built-in provider, including the common ones. */
export const providerOptionNames: { readonly [Id in keyof BuiltInProviders]: OptionNames<BuiltInProviders[Id]> } = {
  apple: { ...common, teamId: true, keyId: true, privateKey: true, appBundleIdentifier: true, audience: true },
  discord: { ...common, prompt: true, permissions: true },
  facebook: { ...common, version: true, fields: true, configId: true, appSecretProof: true },
  github: { ...common, enterpriseBaseUrl: true },
  microsoft: {
    ...common,
    tenantId: true,
    authority: true,
    profilePhotoSize: true,
    disableProfilePhoto: true,
    spaOrigin: true,
  },
  google: { ...common, accessType: true, prompt: true, display: true, hd: true, includeGrantedScopes: true },
  spotify: { ...common, showDialog: true, useAccountId: true },
  twitch: { ...common, claims: true },
  twitter: { ...common, fullSizeImage: true },
  dropbox: { ...common, accessType: true },
  kick: common,
  linkedin: common,
  gitlab: { ...common, issuer: true, trustConfirmed: true },
  tiktok: { ...withoutId, missingEmail: true, clientKey: true, pkce: true },
  reddit: { ...common, missingEmail: true, duration: true, userAgent: true },
  roblox: { ...common, missingEmail: true, prompt: true },
  vk: { ...common, langId: true, scheme: true, baseUrl: true },
  zoom: { ...common, pkce: true },
};
