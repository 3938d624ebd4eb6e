import { describe, expect, test } from "vitest";
import { startPasskey } from "../test/app.ts";
import type { PasskeyOptions } from "./options.ts";

describe("invalid options fail at startup, and the error names the option", () => {
  const related = (count: number): string[] => Array.from({ length: count }, (_, at) => `https://brand${at}.example`);

  test.each<[string, unknown]>([
    ["passkey.rpId isn't an option", { rpId: "app.test" }],
    ["passkey.rpID", { rpID: "127.0.0.1" }],
    ["passkey.rpID", { rpID: "http://app.test" }],
    ["passkey.rpID", { rpID: "other.test" }],
    ["passkey.origin", { origin: "https://evil.example" }],
    ["passkey.origin", { origin: ["http://app.test/path"] }],
    ["passkey.relatedOrigins", { relatedOrigins: ["app.example"] }],
    ["passkey.relatedOrigins", { relatedOrigins: related(6) }],
    ["passkey.userVerification.signIn", { userVerification: { signIn: "always" } }],
    ["passkey.userVerification.signin isn't an option", { userVerification: { signin: "required" } }],
    ["passkey.authenticatorSelection.residentKey", { authenticatorSelection: { residentKey: "never" } }],
    [
      "passkey.authenticatorSelection.authenticatorAttachment",
      { authenticatorSelection: { authenticatorAttachment: "usb" } },
    ],
    ["passkey.secondFactor", { secondFactor: "off" }],
    ["passkey.signUp", { signUp: "nameless" }],
    ["passkey.onCloneDetected", { onCloneDetected: "ignore" }],
    ["passkey.challengeExpiresIn", { challengeExpiresIn: 5 }],
    ["passkey.attestation.conveyance", { attestation: { conveyance: "none", verify: () => true } }],
    ["passkey.attestation.verify", { attestation: { conveyance: "direct" } }],
  ])("%s: %o", async (message, options) => {
    await expect(startPasskey({}, options as PasskeyOptions)).rejects.toThrow(message);
  });

  test("a base URL with an IP address needs a domain", async () => {
    await expect(startPasskey({ baseURL: "http://127.0.0.1:3000" })).rejects.toThrow("passkey.rpID");
  });

  test("related origins, apps, parents, and several domains are accepted", async () => {
    const origin = ["http://app.test", "http://login.app.test", "android:apk-key-hash:abc-_1", ...related(5)];
    await startPasskey({}, { rpID: ["app.test", "test"], origin, relatedOrigins: related(5) });
  });
});

test("with several domains, a same-origin GET uses the page's own domain like a POST, although it has no Origin header", async () => {
  const app = await startPasskey({}, { rpID: ["brand.example", "app.test"] });
  const { device } = await app.person();
  const browser = app.browser();
  expect((await app.options(browser)).rpId).toBe("app.test");
  expect((await app.use(browser, device)).status).toBe(200);
});

test("with attestation, the app's function decides which passkeys are accepted", async () => {
  const seen: unknown[] = [];
  const attestation = {
    conveyance: "direct",
    verify: (object: Uint8Array, hash: Uint8Array) => {
      seen.push([object.length > 100, hash.length]);
      if (seen.length === 2) throw new Error("not a statement");
      return seen.length !== 3;
    },
  } as const;
  const app = await startPasskey({}, { attestation });
  const browser = app.browser();
  await browser.signUp("ann@example.com");
  expect((await browser.get("/passkey/generate-register-options")).body.attestation).toBe("direct");
  const statuses = [];
  for (let times = 0; times < 4; times++) statuses.push((await app.add(browser, app.device())).status);
  expect(statuses).toEqual([200, 400, 400, 200]);
  expect(seen).toEqual(Array(4).fill([true, 32]));
});

test("the capabilities and the account's state say what screens can offer", async () => {
  const app = await startPasskey({}, { signUp: "email" });
  const { browser } = await app.person();
  const { body } = await app.browser().get<{ signIn: object; signUp: object; plugins: object }>("/capabilities");
  expect(body.signIn).toMatchObject({ passkey: { autofill: true, signUp: true, secondFactor: "optional" } });
  expect(body.signUp).toMatchObject({ ways: ["password", "passkey"] });
  expect(body.plugins).toMatchObject({
    passkey: { max: 20, maxNameLength: 64, signUpEmail: true, backupCodes: false },
  });
  expect((await browser.get("/account-state")).body).toMatchObject({ passkeys: 1, passkeyBackupCodes: null });
  const off = await startPasskey({ disabledPaths: ["/passkey/verify-authentication"] });
  expect((await off.browser().get("/capabilities")).body).toMatchObject({ signIn: { passkey: null } });
});
