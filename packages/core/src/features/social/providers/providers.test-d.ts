/** The options that apps can set in `socialProviders`. */

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
  // @ts-expect-error GitHub requires a secret
  github: { clientId: "a" },
  // @ts-expect-error TikTok requires a client key
  tiktok: { clientId: "a", clientSecret: "b" },
  // @ts-expect-error VK doesn't have this language
  vk: { clientId: "a", langId: 2 },
  // @ts-expect-error there are no photos of this size
  microsoft: { clientId: "a", profilePhotoSize: 50 },
  // @ts-expect-error misspelled
  google: { clientId: "a", acessType: "offline" },
};
