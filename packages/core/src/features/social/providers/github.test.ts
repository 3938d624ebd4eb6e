import { describe, expect, test } from "vitest";
import { declare, play, server, usePlayedProvider } from "../../../../test/played-provider.ts";

usePlayedProvider();

describe("GitHub", () => {
  const read = async (shown: unknown, addresses: unknown) => {
    const source = play("github", { email: shown });
    const [profile, list] = server.answers;
    if (!profile || !list) throw new Error("The fixture has two answers.");
    server.answers = [profile, addresses === null ? { ...list, status: 403 } : { ...list, body: addresses }];
    const { email, emailVerified } = await declare("github").fetchProfile(source);
    return [email, emailVerified];
  };
  const address = (email: string, primary: unknown, verified: unknown) => ({ email, primary, verified });

  test("the verified primary email is preferred to the public one", async () => {
    expect(await read("shown@x.org", [address("a@x.org", false, true), address("b@x.org", true, true)])).toEqual([
      "b@x.org",
      true,
    ]);
  });

  test("OAUTH-13: the verified flag belongs to the chosen email", async () => {
    expect(await read("Shown@x.org", [address("a@x.org", true, false), address("shown@x.org", false, true)])).toEqual([
      "shown@x.org",
      true,
    ]);
    expect(await read("shown@x.org", [address("a@x.org", false, true)])).toEqual(["shown@x.org", false]);
    expect(await read(null, [address("a@x.org", false, true), address("b@x.org", true, false)])).toEqual([
      "b@x.org",
      false,
    ]);
    expect(await read(null, [address("a@x.org", false, false)])).toEqual(["a@x.org", false]);
  });

  test("OAUTH-09: an invalid flag counts as false", async () => {
    for (const flag of ["false", 0, 1, undefined])
      expect(await read(null, [address("a@x.org", true, flag)])).toEqual(["a@x.org", false]);
  });

  test("without the list, users can sign in with an unverified email", async () => {
    expect(await read("shown@x.org", null)).toEqual(["shown@x.org", false]);
    expect(await read(null, null)).toEqual([null, false]);
    expect(await read(null, { message: "no list" })).toEqual([null, false]);
    expect(await read(null, ["a@x.org", null, { email: 7 }])).toEqual([null, false]);
  });

  test("Enterprise servers have the API on a path, and Enterprise Cloud tenants on a subdomain", async () => {
    const hosts = async (enterpriseBaseUrl: string) => {
      server.seen.length = 0;
      const declaration = declare("github", { enterpriseBaseUrl });
      await declaration.fetchProfile(play("github")).catch(() => {});
      return [declaration.authorization.endpoint, declaration.token.endpoint, server.seen[0]?.url];
    };
    expect(await hosts("https://github.example.com/")).toEqual([
      "https://github.example.com/login/oauth/authorize",
      "https://github.example.com/login/oauth/access_token",
      "https://github.example.com/api/v3/user",
    ]);
    expect((await hosts("https://octo.ghe.com"))[2]).toBe("https://api.octo.ghe.com/user");
  });
});
