/** What an app may write under `socialProviders`. */

import type { BuiltInProviders } from "./built-in.ts";

type SocialProviders = { readonly [Id in keyof BuiltInProviders]?: BuiltInProviders[Id] };

const secret: string | undefined = process.env.SECRET;

export const right: SocialProviders = {
  apple: { clientId: ["web", "native"], teamId: "t", keyId: "k", privateKey: secret, audience: ["web"] },
  github: { clientId: "a", clientSecret: secret, mapProfileToUser: ({ raw }) => ({ name: String(raw.login) }) },
  microsoft: { clientId: "a", tenantId: "organizations", profilePhotoSize: 96 },
  google: { clientId: "a", clientSecret: secret, hd: "*", accessType: "offline" },
  tiktok: { clientKey: "a", clientSecret: secret },
  vk: { clientId: "a", langId: 82, scheme: "dark" },
};

export const wrong: SocialProviders = {
  // @ts-expect-error nobody gets into GitHub without a secret
  github: { clientId: "a" },
  // @ts-expect-error TikTok has a client key
  tiktok: { clientId: "a", clientSecret: "b" },
  // @ts-expect-error a language that VK does not have
  vk: { clientId: "a", langId: 2 },
  // @ts-expect-error a size that there is no picture of
  microsoft: { clientId: "a", profilePhotoSize: 50 },
  // @ts-expect-error spelled wrongly
  google: { clientId: "a", acessType: "offline" },
};
