import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { accountTable } from "../../../tables/account.ts";
import type { ConfiguredProvider } from "../connection.ts";
import { gumroad } from "./gumroad.ts";
import { hubspot } from "./hubspot.ts";
import { line } from "./line.ts";
import { patreon } from "./patreon.ts";
import { yandex } from "./yandex.ts";

const client = { clientId: "app", clientSecret: "secret" };

interface Answers {
  readonly [url: string]: unknown;
}

/**
 * Signs in with the provider, whose servers return the given responses. Returns the user, the account, and the sent
 * requests.
 */
async function signIn(provider: ConfiguredProvider, answers: Answers) {
  const sent: { readonly url: string; readonly authorization: string | null; readonly body: string }[] = [];
  const app = await startAuth({
    providers: [provider],
    fetch: async (input: string | URL | Request, init: RequestInit = {}) => {
      const request = new Request(input, init);
      const { url } = request;
      sent.push({ url, authorization: request.headers.get("authorization"), body: await request.text() });
      return url in answers ? Response.json(answers[url]) : new Response("", { status: 404 });
    },
  });
  const person = app.browser();
  const started = await person.post("/sign-in/social", { provider: provider.id, callbackURL: "/app" });
  const asked = new URL(started.body.url as string);
  const back = await person.get(`/callback/${provider.id}?code=c1&state=${asked.searchParams.get("state")}`);
  const session = await person.get<{ user: object } | null>("/get-session");
  const account = await app.auth.$context.db.findOne(accountTable, { where: { providerId: provider.id } });
  return {
    asked,
    sent,
    location: back.headers.get("location"),
    user: session.body?.user,
    accountId: account?.accountId,
  };
}

const tokens = { access_token: "at-1", token_type: "Bearer", expires_in: 3600, refresh_token: "rt-1" };
const email = "ann@example.com";
const image = "https://img.test/ann.png";

describe("presets of other providers", () => {
  test("LINE: the email comes from the ID token, which LINE verifies", async () => {
    const api = "https://api.line.me/oauth2/v2.1";
    const answers = {
      [`${api}/token`]: { ...tokens, id_token: "h.p.s" },
      [`${api}/userinfo`]: { sub: "U1", name: "Ann", picture: image },
      [`${api}/verify`]: { iss: "https://access.line.me", sub: "U1", aud: "app", email },
    };
    const { user, accountId, sent, asked } = await signIn(line(client), answers);
    expect(user).toMatchObject({ name: "Ann", email, emailVerified: false, image });
    expect(accountId).toBe("U1");
    expect(sent.at(-1)).toEqual({
      url: `${api}/verify`,
      authorization: null,
      body: "id_token=h.p.s&client_id=app&user_id=U1",
    });
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    for (const wrong of [{ sub: "U2" }, { aud: "other" }]) {
      const changed = { ...answers, [`${api}/verify`]: { sub: "U1", aud: "app", email, ...wrong } };
      expect((await signIn(line(client), changed)).location).toContain("error=email_not_found");
    }
  });

  test("Patreon: reads the profile in the JSON:API format", async () => {
    const fields = "fields%5Buser%5D=email%2Cfull_name%2Cimage_url%2Cis_email_verified";
    const identity = `https://www.patreon.com/api/oauth2/v2/identity?${fields}`;
    const attributes = { email, full_name: "Ann", image_url: image, is_email_verified: true };
    const { user, accountId } = await signIn(patreon(client), {
      "https://www.patreon.com/api/oauth2/token": tokens,
      [identity]: { data: { id: "77", type: "user", attributes } },
    });
    expect(user).toMatchObject({ name: "Ann", email, emailVerified: true, image });
    expect(accountId).toBe("77");
  });

  test.each([
    [
      { default_avatar_id: "1/ab-c", is_avatar_empty: false },
      "https://avatars.yandex.net/get-yapic/1/ab-c/islands-200",
    ],
    [{ default_avatar_id: "1/ab-c", is_avatar_empty: true }, null],
    [{ default_avatar_id: "../x?y" }, null],
  ])("Yandex: has its own authorization scheme, and pictures by id: %j", async (avatar, picture) => {
    const { user, accountId, sent } = await signIn(yandex(client), {
      "https://oauth.yandex.com/token": tokens,
      "https://login.yandex.ru/info?format=json": { id: "9", display_name: "Ann", default_email: email, ...avatar },
    });
    expect(user).toMatchObject({ name: "Ann", email, emailVerified: false, image: picture });
    expect([accountId, sent.at(-1)?.authorization]).toEqual(["9", "OAuth at-1"]);
  });

  test("Gumroad: reads the user", async () => {
    const user = { user_id: "g-1", name: "Ann", email, profile_url: image };
    const signedIn = await signIn(gumroad(client), {
      "https://api.gumroad.com/oauth/token": tokens,
      "https://api.gumroad.com/v2/user": { success: true, user },
    });
    expect(signedIn.user).toMatchObject({ name: "Ann", email, emailVerified: false, image });
    expect(signedIn.accountId).toBe("g-1");
  });

  test("HubSpot: the profile has the token's details, without the token itself", async () => {
    const api = "https://api.hubapi.com/oauth/v1";
    const details = { token: "at-1", user: email, user_id: 5, hub_id: 7 };
    const answers = { [`${api}/token`]: tokens, [`${api}/access-tokens/at-1`]: details };
    const raws: object[] = [];
    const mapProfileToUser = ({ raw }: { readonly raw: object }) => {
      raws.push(raw);
      return {};
    };
    const { user, accountId } = await signIn(hubspot({ ...client, mapProfileToUser }), answers);
    expect(user).toMatchObject({ name: "ann", email, emailVerified: false, image: null });
    expect([accountId, raws]).toEqual(["5", [{ user: email, user_id: 5, hub_id: 7 }]]);
  });

  test.each([line, patreon, yandex, gumroad, hubspot])(
    "%o: a malformed profile doesn't sign anyone in",
    async (preset) => {
      const provider = preset(client);
      const { location, user } = await signIn(provider, { [provider.token.endpoint]: tokens });
      expect([location, user]).toEqual([expect.stringContaining("error="), undefined]);
    },
  );
});
