/** Tests better-auth's unchanged two-factor client against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { createMailbox, createTestClock, type TestClock } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";
import { afterAll, beforeAll, expect, test } from "vitest";

const box = createMailbox();
const redirects: unknown[] = [];
let clock: TestClock;
let server: Server;
let origin: string;

async function start() {
  const auth = createAuth({
    baseURL: origin,
    database: memoryAdapter(),
    clock: clock.now,
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    emailAndPassword: { enabled: true },
    plugins: [twoFactor({ otpOptions: { sendOTP: box.sender("sendOTP") } })],
  });
  server.on("request", toNodeHandler(auth));
  return auth;
}
let auth: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  clock = createTestClock();
  auth = await start();
});
afterAll(() => server.close());

/** A client with a simulated browser, because Node's fetch stores no cookies and sends no origin. */
function client() {
  const cookies = new Map<string, string>();
  const customFetchImpl = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] as string).split(/=(.*)/s);
      if (line.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const plugins = [twoFactorClient({ onTwoFactorRedirect: (told) => void redirects.push(told) })];
  return createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl }, plugins });
}

const account = { email: "ann@example.com", password: "correct horse battery" };
const { password } = account;

test("enrolls an app, signs in with app, sent code, and backup code, trusts, regenerates, and disables", async () => {
  const laptop = client();
  await laptop.signUp.email({ ...account, name: "Ann" });
  expect((await laptop.twoFactor.enable({ password: "wrong" })).error).toMatchObject({
    code: "INVALID_PASSWORD",
    status: 400,
  });
  const enrolment = (await laptop.twoFactor.enable({ password })).data as { totpURI: string; backupCodes: string[] };
  expect(enrolment.backupCodes).toHaveLength(10);
  const secret = new URL(enrolment.totpURI).searchParams.get("secret") as string;
  const code = async (): Promise<string> => {
    clock.advance(30);
    return (await auth.api.generateTOTP({ body: { secret } })).code;
  };
  expect((await laptop.twoFactor.verifyTotp({ code: await code() })).data).toMatchObject({
    token: expect.any(String),
    user: { twoFactorEnabled: true },
  });
  expect((await laptop.getSession()).data?.user).toMatchObject({ twoFactorEnabled: true });
  expect((await laptop.twoFactor.getTotpUri({ password })).data).toEqual({ totpURI: enrolment.totpURI });

  const phone = client();
  const first = await phone.signIn.email(account);
  expect(first.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp", "otp"] });
  expect(redirects).toEqual([{ twoFactorMethods: ["totp", "otp"] }]);
  expect((await phone.getSession()).data).toBeNull();
  expect((await phone.twoFactor.verifyTotp({ code: "000000" })).error).toMatchObject({
    code: "INVALID_CODE",
    status: 401,
  });
  const signedIn = await phone.twoFactor.verifyTotp({ code: await code(), trustDevice: true });
  expect(signedIn.data).toMatchObject({ token: expect.any(String), user: { email: account.email } });
  expect((await phone.getSession()).data?.user.email).toBe(account.email);
  await phone.signOut();
  expect((await phone.signIn.email(account)).data).toMatchObject({ token: expect.any(String), redirect: false });

  const tablet = client();
  await tablet.signIn.email(account);
  expect((await tablet.twoFactor.sendOtp()).data).toEqual({ status: true });
  const { mail } = await box.next("sendOTP");
  expect((await tablet.twoFactor.verifyOtp({ code: String(mail.otp) })).data?.token).toEqual(expect.any(String));

  const made = await tablet.twoFactor.generateBackupCodes({ password });
  expect(made.data).toMatchObject({ status: true, backupCodes: expect.any(Array) });
  const lost = client();
  await lost.signIn.email(account);
  const spent = await lost.twoFactor.verifyBackupCode({ code: enrolment.backupCodes[0] as string });
  expect(spent.error).toMatchObject({ code: "INVALID_BACKUP_CODE", status: 401 });
  const backup = { code: made.data?.backupCodes[0] as string };
  expect((await lost.twoFactor.verifyBackupCode(backup)).data).toMatchObject({ user: { email: account.email } });

  expect((await lost.twoFactor.disable({ password })).data).toMatchObject({ status: true });
  expect((await client().signIn.email(account)).data).toMatchObject({ token: expect.any(String) });
});
