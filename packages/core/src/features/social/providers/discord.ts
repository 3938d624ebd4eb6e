/** Sign-in with Discord. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import { type JsonObject, readFlag, readName, readNumericSubject, readObject, readText } from "./profile-fields.ts";
import {
  type ConfidentialOptions,
  checkChoice,
  checkConfidential,
  definedParameters,
  requestedScopes,
} from "./provider-options.ts";

/** Options for Discord. */
export interface DiscordOptions extends ConfidentialOptions {
  /** `none` skips the consent page for users who have already agreed. Default: `none`. */
  readonly prompt?: "none" | "consent" | undefined;
  /** The bot's permission bits. Sent only with the `bot` scope. */
  readonly permissions?: number | undefined;
}

/**
 * Creates a provider for sign-in with Discord.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.discord.clientId`
 */
export function discord(options: DiscordOptions): ConfiguredProvider {
  checkConfidential("discord", options);
  checkChoice("discord", "prompt", options.prompt, ["none", "consent"]);
  const scopes = ["identify", "email"];
  const withBot = requestedScopes(scopes, options).includes("bot");
  return defineBuiltIn({
    id: "discord",
    name: "Discord",
    options,
    authorization: {
      endpoint: "https://discord.com/oauth2/authorize",
      scopes,
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: definedParameters({
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
        image: pictureURL(id, raw),
        raw,
      };
    },
  });
}

/** IDs have 64 bits, so a number would have lost its last digits. */
function readExactId(value: unknown): string {
  return readNumericSubject(typeof value === "string" ? value : null);
}

function pictureURL(id: string, { avatar, discriminator }: JsonObject): string {
  const hash = readText(avatar);
  if (hash !== null && /^\w+$/.test(hash)) {
    return `https://cdn.discordapp.com/avatars/${id}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}`;
  }
  // Accounts from before 2023 can still have a four-digit discriminator.
  const older = Number(discriminator ?? 0);
  const number = Number.isInteger(older) && older > 0 ? older % 5 : Number((BigInt(id) >> 22n) % 6n);
  return `https://cdn.discordapp.com/embed/avatars/${number}.png`;
}
