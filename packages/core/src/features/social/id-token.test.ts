import { afterEach, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial } from "../../../test/social-app.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const ending = (reply: { headers: Headers }): URL => new URL(reply.headers.get("location") as string);
const errorOf = (reply: { headers: Headers }): string | null => ending(reply).searchParams.get("error");

describe("ID tokens that the provider didn't issue to this app", () => {
  const attacks: Record<string, (app: Awaited<ReturnType<typeof startSocial>>, nonce: string) => Promise<string>> = {
    "for another client": ({ idp }, nonce) => idp.idToken({ ...ann, nonce, aud: "app-2" }),
    "for several, made for another": ({ idp }, nonce) =>
      idp.idToken({ ...ann, nonce, aud: ["app-1", "app-2"], azp: "app-2" }),
    "of another issuer": ({ idp }, nonce) => idp.idToken({ ...ann, nonce, iss: "https://evil.test" }),
    "with another nonce": ({ idp }) => idp.idToken({ ...ann, nonce: "another" }),
    "without a nonce": ({ idp }) => idp.idToken({ ...ann }),
    expired: ({ idp, clock }, nonce) => idp.idToken({ ...ann, nonce, exp: clock.now().getTime() / 1000 - 61 }),
    "that live for ever": ({ idp }, nonce) => idp.idToken({ ...ann, nonce, exp: 32_503_680_000 }),
    "without an end": ({ idp }, nonce) => idp.idToken({ ...ann, nonce, exp: undefined as never }),
    "from the future": ({ idp, clock }, nonce) =>
      idp.idToken({ ...ann, nonce, iat: clock.now().getTime() / 1000 + 90 }),
    "not valid yet": ({ idp, clock }, nonce) => idp.idToken({ ...ann, nonce, nbf: clock.now().getTime() / 1000 + 90 }),
    "signed by another key": async ({ idp }, nonce) => {
      const { generateKeyPair } = await import("jose");
      const { privateKey } = await generateKeyPair("RS256");
      return idp.idToken({ ...ann, nonce }, { key: privateKey });
    },
    "with an algorithm that is not allowed": async ({ idp }, nonce) => {
      const { generateKeyPair } = await import("jose");
      const { privateKey } = await generateKeyPair("ES256");
      return idp.idToken({ ...ann, nonce }, { key: privateKey, alg: "ES256" });
    },
    "without a signature (JWT-01)": async ({ idp }, nonce) => {
      const [, payload] = (await idp.idToken({ ...ann, nonce })).split(".");
      return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    },
    "signed with the public key as a secret (JWT-02)": async ({ idp }, nonce) => {
      const { exportSPKI, SignJWT } = await import("jose");
      const secret = new TextEncoder().encode(await exportSPKI(idp.keys.publicKey));
      return new SignJWT({ ...ann, nonce, iss: idp.issuer, aud: "app-1" })
        .setProtectedHeader({ alg: "HS256", kid: "k1" })
        .setIssuedAt(idp ? 1_893_499_200 : 0)
        .setExpirationTime(1_893_502_800)
        .sign(secret);
    },
    "that bring their own key (JWT-04)": async ({ idp }, nonce) => {
      const { exportJWK, generateKeyPair, SignJWT } = await import("jose");
      const { privateKey, publicKey } = await generateKeyPair("RS256");
      return new SignJWT({ ...ann, nonce, iss: idp.issuer, aud: "app-1" })
        .setProtectedHeader({ alg: "RS256", jwk: await exportJWK(publicKey), jku: `${idp.issuer}/evil`, kid: "evil" })
        .setIssuedAt(1_893_499_200)
        .setExpirationTime(1_893_502_800)
        .sign(privateKey);
    },
    "for another access token (OAUTH-17)": ({ idp }, nonce) =>
      idp.idToken({ ...ann, nonce, at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }),
    "that are huge (JWT-08)": ({ idp }, nonce) => idp.idToken({ ...ann, nonce, filler: "x".repeat(20_000) }),
  };

  test.each([...Object.keys(attacks)])("OAUTH-15, OAUTH-17: %s", async (name) => {
    const app = await startSocial();
    const person = app.browser();
    const trip = await app.begin(person);
    const nonce = trip.url.searchParams.get("nonce") as string;
    app.idp.tokenAnswer = { id_token: await attacks[name]?.(app, nonce) };
    expect(errorOf(await trip.back(ann))).toBe("invalid_code");
    app.idp.tokenAnswer = { id_token: undefined };
    expect(errorOf(await (await app.begin(person)).back(ann))).toBe("invalid_code");
    expect(app.idp.count("/evil")).toBe(0);
    expect(await app.auth.$context.db.count(userTable, {})).toBe(0);
  });

  test("a valid token signs in, so the rejections had no other cause", async () => {
    const app = await startSocial();
    const trip = await app.begin(app.browser());
    const nonce = trip.url.searchParams.get("nonce") as string;
    app.idp.tokenAnswer = { id_token: await app.idp.idToken({ ...ann, nonce, aud: ["app-1"] }) };
    expect(errorOf(await trip.back(ann))).toBeNull();
  });

  test("keys are fetched once, and again for an unknown key, but not for every token with an unknown key", async () => {
    const app = await startSocial();
    for (let round = 0; round < 3; round++) await app.signIn(app.browser(), ann);
    expect(app.idp.count("/jwks")).toBe(1);
    for (let round = 0; round < 5; round++) {
      const trip = await app.begin(app.browser());
      const nonce = trip.url.searchParams.get("nonce") as string;
      app.idp.tokenAnswer = { id_token: await app.idp.idToken({ ...ann, nonce }, { kid: `new-${round}` }) };
      expect(errorOf(await trip.back(ann))).toBe("invalid_code");
    }
    expect(app.idp.count("/jwks")).toBeLessThanOrEqual(2);
  });
});
