/** Tests better-auth's unchanged device authorization client against this handler. */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { createAuthClient } from "better-auth/client";
import { deviceAuthorizationClient } from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const origin = "http://localhost:3000";
const grant_type = "urn:ietf:params:oauth:grant-type:device_code";

function start() {
  const auth = createAuth({
    baseURL: origin,
    database: memoryAdapter(),
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [deviceAuthorization({ clients: ["tv"], interval: 1 })],
  });
  const client = () =>
    createAuthClient({
      baseURL: origin,
      fetchOptions: { customFetchImpl: cookieFetch(origin, (request) => auth.handler(request)).fetch },
      plugins: [deviceAuthorizationClient()],
    });
  return { auth, client };
}

test("a device asks, the user approves, and the device gets a session", async () => {
  const { auth, client } = start();
  const [tv, ann] = [client(), client()];
  await ann.signUp.email({ email: "ann@example.com", name: "Ann", password: "correct horse battery" });
  const { data: asked } = await tv.device.code({ client_id: "tv", scope: "read" });
  const { device_code = "", user_code = "" } = asked ?? {};
  expect(asked).toMatchObject({ interval: 1, expires_in: 1800, verification_uri: `${origin}/device` });
  const redeem = () => tv.device.token({ grant_type, device_code, client_id: "tv" });
  expect((await redeem()).error).toMatchObject({ error: "authorization_pending", status: 400 });
  const { data: shown } = await ann.device({ query: { user_code } });
  expect(shown).toMatchObject({ user_code, status: "pending" });
  expect((await client().device.approve({ userCode: user_code })).error).toMatchObject({
    error: "unauthorized",
    status: 401,
  });
  expect((await ann.device.approve({ userCode: user_code })).data).toEqual({ success: true });
  const { data: token } = await redeem();
  expect(token).toMatchObject({ token_type: "Bearer", scope: "read" });
  const headers = { authorization: `Bearer ${token?.access_token}` };
  expect((await auth.api.getSession({ headers }))?.user.email).toBe("ann@example.com");
});

test("a user denies the request, and a wrong code is reported", async () => {
  const { client } = start();
  const [tv, ann] = [client(), client()];
  await ann.signUp.email({ email: "ann@example.com", name: "Ann", password: "correct horse battery" });
  const { data: asked } = await tv.device.code({ client_id: "tv" });
  expect((await ann.device.deny({ userCode: asked?.user_code ?? "" })).data).toEqual({ success: true });
  const denied = await tv.device.token({ grant_type, device_code: asked?.device_code ?? "", client_id: "tv" });
  expect(denied.error).toMatchObject({ error: "access_denied" });
  expect((await ann.device({ query: { user_code: "BCDFGHJK" } })).error).toMatchObject({ error: "invalid_request" });
});
