/** Sign-in with Discord. */

import type { Profile, ProfileSource, SocialProvider } from "../provider.ts";
import { type Fields, readFlag, readName, readNumericSubject, readObject, readText } from "./fields.ts";
import { askedScopes, type ConfidentialOptions, checkChoice, checkConfidential, parameters } from "./options.ts";

export interface DiscordOptions extends ConfidentialOptions {
  /** `none`: people who agreed before are not asked again. Default: `none`. */
  readonly prompt?: "none" | "consent" | undefined;
  /** Permission bits of the bot. Sent only with the scope `bot`. */
  readonly permissions?: number | undefined;
}

export function discord(options: DiscordOptions): SocialProvider {
  checkConfidential("discord", options);
  checkChoice("discord", "prompt", options.prompt, ["none", "consent"]);
  const scopes = ["identify", "email"];
  const withBot = askedScopes(scopes, options).includes("bot");
  return {
    id: "discord",
    name: "Discord",
    options,
    authorization: {
      endpoint: "https://discord.com/oauth2/authorize",
      scopes,
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: parameters({
        prompt: options.prompt ?? "none",
        permissions: withBot ? options.permissions : undefined,
      }),
    },
    token: { endpoint: "https://discord.com/api/oauth2/token", auth: "client_secret_basic", refresh: "rotates" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson("https://discord.com/api/users/@me"), "Discord's profile");
      const id = readExactId(raw.id);
      return {
        id,
        name: readName(raw.global_name, raw.username),
        email: readText(raw.email),
        emailVerified: readFlag(raw.verified),
        image: pictureOf(id, raw),
        raw,
      };
    },
  };
}

/** Ids have 64 bits: as a number, one would have lost its last digits. */
function readExactId(value: unknown): string {
  return readNumericSubject(typeof value === "string" ? value : null);
}

function pictureOf(id: string, { avatar, discriminator }: Fields): string {
  const hash = readText(avatar);
  if (hash !== null && /^\w+$/.test(hash)) {
    return `https://cdn.discordapp.com/avatars/${id}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}`;
  }
  // Accounts of before 2023 may still have four digits behind their name.
  const older = Number(discriminator ?? 0);
  const number = Number.isInteger(older) && older > 0 ? older % 5 : Number((BigInt(id) >> 22n) % 6n);
  return `https://cdn.discordapp.com/embed/avatars/${number}.png`;
}
