// @vitest-environment jsdom
/**
 * Tests better-auth's unchanged multi-session, last login method, one-time token, and One Tap clients against this
 * handler.
 */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { multiSession } from "@latchkey/multi-session";
import { oneTap } from "@latchkey/one-tap";
import { oneTimeToken } from "@latchkey/one-time-token";
import { createAuthClient } from "better-auth/client";
import {
  lastLoginMethodClient,
  multiSessionClient,
  oneTapClient,
  oneTimeTokenClient,
} from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const origin = "http://localhost:3000";

function start() {
  const auth = createAuth({
    baseURL: origin,
    database: memoryAdapter(),
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    emailAndPassword: { enabled: true },
    socialProviders: { google: { clientId: "app", clientSecret: "secret" } },
    // The name that better-auth's client reads.
    advanced: { cookiePrefix: "better-auth" },
    logger: { disabled: true },
    plugins: [multiSession(), lastLoginMethod(), oneTimeToken(), oneTap()],
  });
  const browser = cookieFetch(origin, (request) => auth.handler(request));
  const client = createAuthClient({
    baseURL: origin,
    fetchOptions: { customFetchImpl: browser.fetch },
    plugins: [
      multiSessionClient(),
      lastLoginMethodClient(),
      oneTimeTokenClient(),
      oneTapClient({ clientId: "app", promptOptions: { maxAttempts: 0 } }),
    ],
  });
  return { auth, client, browser };
}

const password = "correct horse battery";

test("the client lists accounts, switches between them, and signs out of one", async () => {
  const { client } = start();
  await client.signUp.email({ email: "ann@example.com", name: "Ann", password });
  await client.signUp.email({ email: "bob@example.com", name: "Bob", password });
  const listed = await client.multiSession.listDeviceSessions();
  expect(listed.data?.map(({ user }) => user.email)).toEqual(["bob@example.com", "ann@example.com"]);
  expect(listed.data?.[0]?.session.createdAt).toBeInstanceOf(Date);
  const [bob, ann] = listed.data ?? [];
  const switched = await client.multiSession.setActive({ sessionToken: ann?.session.token ?? "" });
  expect(switched.data?.user.email).toBe("ann@example.com");
  expect((await client.getSession()).data?.user.email).toBe("ann@example.com");
  expect((await client.multiSession.revoke({ sessionToken: ann?.session.token ?? "" })).data).toEqual({ status: true });
  expect((await client.getSession()).data?.session.token).toBe(bob?.session.token);
  const refused = await client.multiSession.setActive({ sessionToken: ann?.session.token ?? "" });
  expect(refused.error).toMatchObject({ status: 401, code: "INVALID_SESSION_TOKEN", message: "Invalid session token" });
});

test("the client reads and clears the last login method", async () => {
  const { client, browser } = start();
  await client.signUp.email({ email: "ann@example.com", name: "Ann", password });
  const name = "better-auth.last_used_login_method";
  // biome-ignore lint/suspicious/noDocumentCookie: what a browser would do with the response
  document.cookie = `${name}=${browser.cookies.get(name)}; Path=/`;
  expect([client.getLastUsedLoginMethod(), client.isLastUsedLoginMethod("email")]).toEqual(["email", true]);
  client.clearLastUsedLoginMethod();
  expect(client.getLastUsedLoginMethod()).toBeNull();
});

test("the client generates a one-time token and uses it once", async () => {
  const { client } = start();
  await client.signUp.email({ email: "ann@example.com", name: "Ann", password });
  const { data } = await client.oneTimeToken.generate();
  const used = await client.oneTimeToken.verify({ token: data?.token ?? "" });
  expect(used.data?.user.email).toBe("ann@example.com");
  expect((await client.getSession()).data?.session.id).toBe(used.data?.session.id);
  const again = await client.oneTimeToken.verify({ token: data?.token ?? "" });
  expect(again.error).toMatchObject({ status: 400, message: "Invalid token" });
});

test("the client passes the response from Google's script to the server", async () => {
  const { client } = start();
  const calls: string[] = [];
  let callback: ((response: { credential: string }) => Promise<void>) | undefined;
  const id = {
    initialize(options: { callback: typeof callback }) {
      callback = options.callback;
    },
    prompt: () => void callback?.({ credential: "not.an.token" }),
    renderButton() {},
  };
  Object.assign(window, { google: { accounts: { id } }, googleScriptInitialized: true });
  await client.oneTap({
    fetchOptions: {
      onError: ({ error }) => void calls.push(`${error.status} ${error.message}`),
    },
  });
  expect(calls).toEqual(["400 invalid id token"]);
});
