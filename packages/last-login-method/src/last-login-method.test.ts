import { admin } from "@latchkey/admin";
import { createSession, definePlugin, defineUntypedEndpoint, findUserByEmail, userTable } from "@latchkey/core/plugin";
import { startAuth, type TestReply, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { expect, test, vi } from "vitest";
import { lastLoginMethod } from "./plugin.ts";

const name = "latchkey.last_used_login_method";
const lineOf = ({ setCookies }: TestReply<object>) =>
  setCookies.find((line) => line.includes("last_used_login_method"));
const methodIn = (reply: TestReply<object>) => lineOf(reply)?.split(";")[0]?.split("=")[1];

test("a sign-in lets this browser's scripts read the method, but nothing about the user", async () => {
  const { browser } = await startAuth({ plugins: [lastLoginMethod(), username()] });
  const person = browser();
  const body = { email: "ann@example.com", name: "Ann", password: testPassword, username: "ann_1" };
  const line = lineOf(await person.post("/sign-up/email", body));
  expect(line).toBe(`${name}=email; Max-Age=2592000; Path=/; SameSite=Lax`);
  expect(methodIn(await person.post("/sign-in/username", { username: "ann_1", password: testPassword }))).toBe(
    "username",
  );
  expect(methodIn(await person.signIn("ann@example.com"))).toBe("email");
});

test("the cookie has no prefix that hides it from scripts, with https and with the app's prefix", async () => {
  const baseURL = "https://app.test";
  const { auth } = await startAuth({
    plugins: [lastLoginMethod()],
    baseURL,
    advanced: { cookiePrefix: "better-auth" },
  });
  const signUp = { email: "ann@example.com", name: "Ann", password: testPassword };
  const { headers } = await auth.api.signUpEmail({ body: signUp, returnHeaders: true });
  const line = headers.getSetCookie().find((one) => one.includes("last_used"));
  expect(line).toBe("better-auth.last_used_login_method=email; Max-Age=2592000; Path=/; Secure; SameSite=Lax");
});

test("LAST-01: a failed sign-in, a guest, and an impersonation set nothing", async () => {
  const guest = definePlugin({
    id: "guest",
    endpoints: {
      guest: defineUntypedEndpoint({
        method: "POST",
        path: "/guest",
        async handle(_, context) {
          const user = await findUserByEmail(context.db, "ann@example.com");
          if (user) await createSession(context, { user, method: "guest", provenFactors: [] });
          return {};
        },
      }),
    },
  });
  const { browser, auth } = await startAuth({ plugins: [lastLoginMethod(), guest, admin()] });
  const ann = (await browser().signUp("ann@example.com")).body.user.id;
  expect(lineOf(await browser().signIn("ann@example.com", "a wrong password"))).toBeUndefined();
  expect(lineOf(await browser().signUp("ann@example.com"))).toBeUndefined();
  expect(lineOf(await browser().post("/guest"))).toBeUndefined();
  const root = browser();
  await root.signUp("root@example.com");
  await auth.$context.db.update(userTable, { where: { email: "root@example.com" }, set: { role: "admin" } as object });
  const impersonated = await root.post("/admin/impersonate-user", { userId: ann });
  expect([impersonated.status, lineOf(impersonated)]).toEqual([200, undefined]);
});

test("LAST-03: completing a second step records the method of the first", async () => {
  const codes: string[] = [];
  const sendOTP = ({ otp }: { otp: string }) => void codes.push(otp);
  const { browser } = await startAuth({ plugins: [lastLoginMethod(), twoFactor({ otpOptions: { sendOTP } })] });
  const person = browser();
  await person.signUp("ann@example.com");
  const enabled = await person.post<{ backupCodes: string[] }>("/two-factor/enable", {
    password: testPassword,
    method: "otp",
  });
  await person.post("/two-factor/send-otp");
  await vi.waitFor(() => expect(codes).toHaveLength(1));
  await person.post("/two-factor/verify-otp", { code: codes[0] });
  const other = browser();
  expect(lineOf(await other.signIn("ann@example.com"))).toBeUndefined();
  const done = await other.post("/two-factor/verify-backup-code", { code: enabled.body.backupCodes[0] });
  expect([done.status, methodIn(done)]).toEqual([200, "email"]);
});

test("the method can be stored with the user, and the response has it", async () => {
  const { browser, auth } = await startAuth({ plugins: [lastLoginMethod({ storeInDatabase: true }), username()] });
  const body = { email: "ann@example.com", name: "Ann", password: testPassword, username: "ann_1" };
  await browser().post("/sign-up/email", body);
  const { body: signedIn } = await browser().post("/sign-in/username", { username: "ann_1", password: testPassword });
  expect(signedIn.user).toMatchObject({ lastLoginMethod: "username" });
  const stored = await findUserByEmail(auth.$context.db, "ann@example.com");
  expect(stored).toMatchObject({ lastLoginMethod: "username" });
  expect(
    await browser().post("/sign-up/email", { ...body, email: "b@example.com", lastLoginMethod: "x" }),
  ).toMatchObject({
    status: 400,
  });
});

test("invalid options fail in createAuth, and the error names the option", () => {
  expect(() => lastLoginMethod({ cookieName: "__Secure-x" })).toThrow("lastLoginMethod.cookieName");
  expect(() => lastLoginMethod({ maxAge: 0 })).toThrow("lastLoginMethod.maxAge");
  expect(() => lastLoginMethod({ maxage: 1 } as object)).toThrow("maxage");
});
