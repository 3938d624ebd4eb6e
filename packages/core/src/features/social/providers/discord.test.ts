import { describe, expect, test } from "vitest";
import { declare, play, usePlayedProvider } from "../../../../test/played-provider.ts";

usePlayedProvider();

describe("Discord", () => {
  const picture = async (changes: object) =>
    (await declare("discord").fetchProfile(play("discord", { ...changes }))).image;

  test("reads animated avatars, static avatars, and users without one", async () => {
    const avatars = "https://cdn.discordapp.com/avatars/310245678901234567";
    const standard = "https://cdn.discordapp.com/embed/avatars";
    expect(await picture({ avatar: "a_00ff" })).toBe(`${avatars}/a_00ff.gif`);
    expect(await picture({ avatar: "00ff" })).toBe(`${avatars}/00ff.png`);
    expect(await picture({ avatar: null })).toBe(`${standard}/${Number((310245678901234567n >> 22n) % 6n)}.png`);
    expect(await picture({ avatar: null, discriminator: "1337" })).toBe(`${standard}/2.png`);
    expect(await picture({ avatar: "../../evil" })).toMatch(/embed\/avatars\/\d\.png$/);
  });

  test("permissions are only sent with the bot scope", () => {
    const parameters = (options: object) => declare("discord", { permissions: 8, ...options }).authorization.parameters;
    expect(parameters({})).toEqual({ prompt: "none" });
    expect(parameters({ scope: ["bot"], prompt: "consent" })).toEqual({ prompt: "consent", permissions: "8" });
  });
});
