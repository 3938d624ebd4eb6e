import { expect, test } from "vitest";
import { sameOrigin, startPasskey } from "../test/app.ts";

test("a user can add a passkey, sign out, and sign in with it, with each algorithm", async () => {
  const app = await startPasskey();
  for (const algorithm of [-7, -8, -257] as const) {
    const device = app.device({ algorithm });
    const { browser, userId } = await app.person(`p${-algorithm}@example.com`, device);
    const listed = (await browser.get<object[]>("/passkey/list-user-passkeys")).body;
    expect(listed).toEqual([expect.objectContaining({ userId, name: null, deviceType: "singleDevice", counter: 1 })]);
    await browser.post("/sign-out");
    const other = app.browser();
    const { status, body } = await app.use(other, device);
    expect([algorithm, status, body]).toMatchObject([algorithm, 200, { user: { id: userId }, session: { userId } }]);
    expect(body.token).toEqual(expect.any(String));
    expect((await other.get("/get-session")).body).toMatchObject({ user: { id: userId } });
  }
});

test("the options have the form that browsers and better-auth's client expect", async () => {
  const app = await startPasskey();
  const { browser } = await app.person();
  const created = (await browser.get("/passkey/generate-register-options?name=Mine", sameOrigin)).body;
  expect(created).toEqual({
    challenge: expect.stringMatching(/^[\w-]{76}$/),
    rp: { id: "app.test", name: expect.any(String) },
    user: { id: expect.stringMatching(/^[\w-]{43}$/), name: "ann@example.com", displayName: "ann" },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
    timeout: 300_000,
    attestation: "none",
    excludeCredentials: [{ id: expect.any(String), type: "public-key", transports: ["internal"] }],
    authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "preferred" },
    extensions: { credProps: true },
    hints: [],
  });
  const signIn = await app.options(app.browser());
  expect(signIn).toEqual({
    rpId: "app.test",
    challenge: expect.any(String),
    timeout: 300_000,
    userVerification: "required",
  });
});
