import { describe, expect, test } from "vitest";
import { declare, play, server, usePlayedProvider } from "../../../../test/played-provider.ts";
import { builtInProviders } from "./built-in.ts";

usePlayedProvider();

describe("Microsoft", () => {
  const home = "11112222-3333-4444-5555-666677778888";
  const other = "99998888-7777-6666-5555-444433332222";
  const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
  const issuer = (tenantId: string | undefined, tid: unknown) => {
    const rule = declare("microsoft", { tenantId }).idToken?.issuer;
    return typeof rule === "function" ? rule({ tid }) : rule;
  };
  const issuerOf = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`;

  test.each([
    [undefined, [home, other, personal]],
    ["common", [home, other, personal]],
    ["organizations", [home, other]],
    ["consumers", [personal]],
    [home, [home]],
    [home.toUpperCase(), [home]],
  ])("OAUTH-14: the tenant %s only accepts tokens for its own users", (tenantId, taken) => {
    const expected = [home, other, personal].map((tid) => (taken.includes(tid) ? issuerOf(tid) : null));
    expect([home, other, personal].map((tid) => issuer(tenantId, tid))).toEqual(expected);
  });

  test.each([undefined, null, "", 7, "common", "{tenantid}", `${home}/../${other}`, `${home}\n`])(
    "OAUTH-14: the tenant claim %j isn't valid",
    (tid) => expect(issuer("common", tid)).toBeNull(),
  );

  const email = "robin.vale@example.com";
  test.each([
    [{ xms_edov: true }, true],
    [{ xms_edov: 1 }, true],
    [{ xms_edov: "1" }, true],
    [{ xms_edov: "true" }, true],
    [{ email_verified: true }, true],
    [{ verified_primary_email: [email.toUpperCase()] }, true],
    [{ verified_secondary_email: ["a@x.org", email] }, true],
    [{}, false],
    [{ xms_edov: false }, false],
    [{ xms_edov: "0" }, false],
    [{ xms_edov: "false" }, false],
    [{ email_verified: "true" }, false],
    [{ verified_primary_email: ["other@example.com"] }, false],
    [{ verified_primary_email: [], verified_secondary_email: null }, false],
    [{ xms_edov: true, email: undefined }, false],
  ])("OAUTH-14: claims with %j verify the email: %s", async (claims, verified) => {
    const source = play("microsoft", { xms_edov: undefined, ...claims });
    expect((await declare("microsoft").fetchProfile(source)).emailVerified).toBe(verified);
  });

  test("a sign-in name isn't an email", async () => {
    const profile = await declare("microsoft").fetchProfile(play("microsoft", { email: undefined, name: undefined }));
    expect(profile).toMatchObject({ email: null, name: "robin.vale@example.com" });
  });

  test("the picture becomes a data URL, and a missing one isn't an error", async () => {
    const source = play("microsoft");
    const url = "https://graph.microsoft.com/v1.0/me/photos/96x96/$value";
    server.answers = [{ method: "GET", url, status: 200, body: new Uint8Array([255, 216, 255]) }];
    const image = async (options: object) => (await declare("microsoft", options).fetchProfile(source)).image;
    expect(await image({ profilePhotoSize: 96 })).toBe("data:image/jpeg;base64,/9j/");
    expect(await image({})).toBeNull();
    server.seen.length = 0;
    expect(await image({ profilePhotoSize: 96, disableProfilePhoto: true })).toBeNull();
    expect(server.seen).toEqual([]);
  });

  test("a public client doesn't send a secret, but sends its page's origin", () => {
    const { token } = builtInProviders.microsoft({ clientId: "app-1", spaOrigin: "https://app.example.com" });
    expect(token).toMatchObject({ auth: "none", headers: { origin: "https://app.example.com" } });
  });

  test("a refresh asks for the same scopes, and for offline access", () => {
    const { refreshParameters } = declare("microsoft").token;
    const signIn = { redirectURI: "https://x.org/callback", scopes: ["openid", "Mail.Read"] };
    expect(refreshParameters?.({}, signIn)).toEqual({ scope: "openid Mail.Read offline_access" });
    expect(refreshParameters?.({})).toEqual({});
  });

  test("a national cloud has its own sign-in and picture hosts", async () => {
    const cloud = declare("microsoft", { authority: "https://login.microsoftonline.us/", tenantId: home });
    expect(cloud.token.endpoint).toBe(`https://login.microsoftonline.us/${home}/oauth2/v2.0/token`);
    await cloud.fetchProfile(play("microsoft"));
    expect(server.seen[0]?.url).toBe("https://graph.microsoft.us/v1.0/me/photos/48x48/$value");
  });
});
