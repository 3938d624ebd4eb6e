/** Tests better-auth's public client against the captcha and breached-password plugins. */

import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { peerClient } from "./client.ts";

/** The fake captcha service accepts one response, and the breach service knows one password: `password123`. */
const outside: typeof fetch = async (input, init) => {
  if (String(input).includes("/range/")) return new Response("C6008F9CAB4083784CBD1874F76618D2A97:52256179");
  return Response.json({ success: new URLSearchParams(String(init?.body)).get("response") === "solved" });
};

test("better-auth's client sends solved CAPTCHAs in its header, and understands the errors", async () => {
  const { auth } = await startAuth({
    plugins: [captcha({ provider: "google-recaptcha", secretKey: "secret" }), breachedPasswords()],
    fetch: outside,
  });
  const client = peerClient(testOrigin, auth.handler).auth;
  const account = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
  const solved = (answer: string) => ({ fetchOptions: { headers: { "x-captcha-response": answer } } });

  const missing = await client.signUp.email(account);
  expect(missing.error).toMatchObject({ status: 400, code: "MISSING_RESPONSE", message: "Missing CAPTCHA response" });
  const wrong = await client.signUp.email({ ...account, ...solved("guessed") });
  expect(wrong.error).toMatchObject({ status: 403, code: "VERIFICATION_FAILED" });
  const known = await client.signUp.email({ ...account, password: "password123", ...solved("solved") });
  expect(known.error).toMatchObject({ status: 400, code: "PASSWORD_COMPROMISED" });
  const signedUp = await client.signUp.email({ ...account, ...solved("solved") });
  expect(signedUp.data?.user.email).toBe(account.email);
});
