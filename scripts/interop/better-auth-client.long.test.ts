/** Tests better-auth's unchanged public client, which shares this wire format, against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { createMailbox, mailOptions } from "@latchkey/test-kit";
import { createAuthClient } from "better-auth/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { peerClient } from "./client.ts";

describe("better-auth's own client", () => {
  const box = createMailbox();
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mails = mailOptions(box);
    const auth = createAuth({
      ...mails,
      baseURL: origin,
      database: memoryAdapter(),
      emailVerification: { ...mails.emailVerification, sendOnSignUp: true },
      secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
      session: { bearerHeader: true, additionalFields: { theme: { type: "string", input: true } } },
    });
    server.on("request", toNodeHandler(auth));
  });
  afterAll(() => server.close());

  const client = () => peerClient(origin);

  test("signs up and in, reads, lists, revokes, and signs out", async () => {
    const [laptop, phone] = [client(), client()];
    const account = { email: "ann@example.com", password: "correct horse battery" };

    const signedUp = await laptop.auth.signUp.email({ ...account, name: "Ann" });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data?.user.createdAt).toBeInstanceOf(Date);
    expect(laptop.cookies.size).toBe(1);

    const read = await laptop.auth.getSession();
    expect(read.data?.session.expiresAt).toBeInstanceOf(Date);
    expect(read.data?.user.email).toBe("ann@example.com");
    expect((await laptop.auth.getSession({ query: { disableCookieCache: true } })).data?.session.token).toBe(
      read.data?.session.token,
    );

    const wrong = await phone.auth.signIn.email({ ...account, password: "not this one" });
    expect(wrong.error).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", status: 401 });
    const signedIn = await phone.auth.signIn.email({ ...account, rememberMe: false });
    expect(signedIn.data).toMatchObject({ redirect: false, token: expect.any(String) });

    const listed = await laptop.auth.listSessions();
    expect(listed.data).toHaveLength(2);
    const other = listed.data?.find(({ token }) => token !== read.data?.session.token);
    expect((await laptop.auth.revokeSession({ token: other?.token as string })).data).toEqual({ status: true });
    expect((await phone.auth.getSession()).data).toBeNull();

    await phone.auth.signIn.email(account);
    expect((await laptop.auth.revokeOtherSessions()).data).toEqual({ status: true });
    expect((await phone.auth.getSession()).data).toBeNull();
    expect((await laptop.auth.signOut()).data).toEqual({ success: true });
    expect((await laptop.auth.getSession()).data).toBeNull();
    expect(laptop.cookies.size).toBe(0);
  });

  test("changes session fields, and stays signed in with the token of set-auth-token alone", async () => {
    const { auth, fetch: send } = client();
    const account = { email: "mobile@example.com", password: "correct horse battery", name: "Mo" };
    let token: string | null = null;
    await auth.signUp.email({
      ...account,
      fetchOptions: {
        onSuccess({ response }) {
          token = response.headers.get("set-auth-token");
        },
      },
    });
    expect(token).not.toBeNull();
    const mobile = createAuthClient({
      baseURL: origin,
      fetchOptions: { auth: { type: "Bearer", token: () => token ?? "" } },
    });
    expect((await mobile.getSession()).data?.user.email).toBe(account.email);
    const updated = await (
      auth as unknown as { updateSession(fields: object): Promise<{ data: unknown }> }
    ).updateSession({
      theme: "dark",
    });
    expect(updated.data).toMatchObject({ session: { theme: "dark" } });
    expect((await mobile.getSession()).data?.session).toMatchObject({ theme: "dark" });
    expect((await send(`${origin}/api/auth/get-session`)).status).toBe(200);
  });

  test("a taken email and a missing field are errors that it understands", async () => {
    const { auth } = client();
    const account = { email: "bob@example.com", password: "correct horse battery", name: "Bob" };
    await auth.signUp.email(account);
    expect((await auth.signUp.email(account)).error).toMatchObject({ code: "USER_ALREADY_EXISTS", status: 422 });
    expect((await auth.signUp.email({ ...account, name: 1 as never })).error).toMatchObject({
      code: "VALIDATION_ERROR",
      status: 400,
    });
  });

  test("walks through an account's lifecycle: verification, reset, new password and email, update, deletion", async () => {
    const [laptop, phone] = [client(), client()];
    box.mails.length = 0;
    const account = { email: "eve@example.com", password: "correct horse battery" };
    await laptop.auth.signUp.email({ ...account, name: "Eve" });
    const first = await box.next("sendVerificationEmail");
    expect((await laptop.auth.verifyEmail({ query: { token: first.token } })).data).toEqual({
      status: true,
      user: null,
    });
    const again = await laptop.auth.sendVerificationEmail({ email: account.email, callbackURL: "/" });
    expect(again.error).toMatchObject({ code: "EMAIL_ALREADY_VERIFIED", status: 400 });

    expect((await phone.auth.requestPasswordReset({ email: account.email, redirectTo: "/reset" })).data?.status).toBe(
      true,
    );
    const { token } = await box.next("sendResetPassword");
    const password = "an even better password";
    expect((await phone.auth.resetPassword({ newPassword: password, token })).data).toEqual({ status: true });
    expect((await laptop.auth.getSession()).data).toBeNull();
    await laptop.auth.signIn.email({ ...account, password });

    const changed = await laptop.auth.changePassword({
      currentPassword: password,
      newPassword: account.password,
      revokeOtherSessions: true,
    });
    expect(changed.data).toMatchObject({ token: expect.any(String), user: { email: account.email } });
    expect(changed.data?.user.updatedAt).toBeInstanceOf(Date);

    expect((await laptop.auth.updateUser({ name: "Eva", image: null })).data).toEqual({ status: true });
    expect((await laptop.auth.getSession()).data?.user.name).toBe("Eva");
    const accounts = await laptop.auth.listAccounts();
    expect(accounts.data).toMatchObject([{ providerId: "credential", scopes: [] }]);
    expect(accounts.data?.[0]?.createdAt).toBeInstanceOf(Date);

    expect((await laptop.auth.changeEmail({ newEmail: "eva@example.com" })).data).toEqual({ status: true });
    const ask = await box.next("sendChangeEmailConfirmation");
    const opened = await laptop.auth.verifyEmail({ query: { token: ask.token } });
    expect(opened.data).toMatchObject({ status: true, user: { email: "eva@example.com" } });
    expect((await laptop.auth.getSession()).data?.user).toMatchObject({
      email: "eva@example.com",
      emailVerified: false,
    });

    expect((await laptop.auth.deleteUser({ password: account.password })).data).toMatchObject({ success: true });
    const { token: deletion } = await box.next("sendDeleteAccountVerification");
    expect((await laptop.auth.deleteUser({ token: deletion })).data).toEqual({
      success: true,
      message: "User deleted",
    });
    expect((await laptop.auth.getSession()).data).toBeNull();
  });
});
