import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createAuthClient } from "@latchkey/client";
import { testPassword } from "@latchkey/test-kit";
import { build } from "esbuild";
import { expect, expectTypeOf, test, vi } from "vitest";
import type { startTwoFactor } from "../test/app.ts";
import { startClient } from "../test/client.ts";
import { twoFactorClient } from "./client.ts";

const password = testPassword;

test("a user can enroll, enter a code in the second step, list the trusted device, and forget it", async () => {
  const onTwoFactorRedirect = vi.fn();
  const { app, client, navigate } = await startClient({ onTwoFactorRedirect, twoFactorPage: "/two-factor" });
  const account = { email: "ann@example.com", password };
  await client.signUp.email({ ...account, name: "Ann" });
  const { data } = await client.twoFactor.enable({ password });
  if (data?.method !== "totp") throw new Error("No address to scan.");
  const secret = new URL(data.totpURI).searchParams.get("secret") as string;
  const confirmed = await client.twoFactor.verifyTotp({ code: app.code(secret) });
  expect(confirmed.data?.user.twoFactorEnabled).toBe(true);
  expect((await client.twoFactor.getTotpUri({ password })).data?.totpURI).toBe(data.totpURI);
  await client.signOut();
  expect(onTwoFactorRedirect).not.toHaveBeenCalled();

  const signedIn = await client.signIn.email(account);
  expect(onTwoFactorRedirect.mock.calls).toEqual([[{ twoFactorMethods: ["totp", "otp"] }]]);
  expect(navigate.mock.calls).toEqual([["/two-factor"]]);
  if (signedIn.data === null) throw new Error("Refused.");
  // Checking `user`, `token`, or `twoFactorRedirect` narrows the type.
  expect(signedIn.data.user).toBeUndefined();
  if (signedIn.data.token === undefined) {
    expectTypeOf(signedIn.data.twoFactorRedirect).toEqualTypeOf<true>();
  } else {
    expectTypeOf(signedIn.data.user.twoFactorEnabled).toEqualTypeOf<boolean>();
  }

  expect((await client.twoFactor.verifyTotp({ code: app.wrong(secret) })).error?.code).toBe("INVALID_CODE");
  app.clock.advance(60);
  const done = await client.twoFactor.verifyTotp({ code: app.code(secret), trustDevice: true });
  expect(done.data?.token).toEqual(expect.any(String));
  const { data: devices } = await client.twoFactor.listTrustedDevices();
  expect(devices).toMatchObject([{ current: true, createdAt: expect.any(Date) }]);
  expect((await client.twoFactor.revokeTrustedDevice({ id: devices?.[0]?.id as string })).data).toEqual({
    status: true,
  });
  expect((await client.twoFactor.listTrustedDevices()).data).toEqual([]);
  expect((await client.twoFactor.revokeTrustedDevices()).data).toEqual({ status: true });
  const { data: made } = await client.twoFactor.generateBackupCodes({ password });
  expect(made?.backupCodes).toHaveLength(10);
  await client.signIn.email(account);
  expect((await client.twoFactor.sendOtp()).data).toEqual({ status: true });
  const { mail } = await app.box.next("sendOTP");
  expect((await client.twoFactor.verifyOtp({ code: String(mail.code) })).error).toBeNull();
  await client.signIn.email(account);
  expect((await client.twoFactor.verifyBackupCode({ code: made?.backupCodes[0] as string })).error).toBeNull();
  expect((await client.twoFactor.disable({ password })).data).toEqual({ status: true });
});

test("the server plugin gives a separate client the same types", () => {
  type App = Awaited<ReturnType<typeof startTwoFactor>>["auth"];
  const client = createAuthClient<App>();
  const other = createAuthClient({ plugins: [twoFactorClient()] });
  expectTypeOf(client.twoFactor).toEqualTypeOf(other.twoFactor);
  expectTypeOf(client.signIn.email).toEqualTypeOf(other.signIn.email);
});

test("the client is smaller than 400 bytes in a browser and includes no server code", async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./client.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  const contents = outputFiles[0]?.contents as Uint8Array;
  expect(gzipSync(contents).length).toBeLessThan(400);
  expect(new TextDecoder().decode(contents)).not.toMatch(/import|zod|otpauth/);
});
