/** The types of an app with the plugin include the error codes of sign-in. */

import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { expectTypeOf, test } from "vitest";
import { captcha } from "./plugin.ts";

const auth = createAuth({
  database: memoryAdapter(),
  plugins: [captcha({ provider: "hcaptcha", secretKey: "x", siteKey: "y" })],
});

test("the client's errors include the plugin's codes", async () => {
  const client = createAuthClient<typeof auth>();
  const { error } = await client.signIn.email({ email: "a@b.test", password: "x" });
  type Codes = NonNullable<typeof error>["code"];
  expectTypeOf<"MISSING_RESPONSE" | "VERIFICATION_FAILED" | "UNKNOWN_ERROR">().toExtend<Codes>();
  expectTypeOf<"INVALID_EMAIL_OR_PASSWORD">().toExtend<Codes>();
  // @ts-expect-error: not an error code
  expectTypeOf<"NOT_A_ROBOT">().toExtend<Codes>();
});

test("so do the calls on the server", async () => {
  const { error } = await auth.api.signInEmail.result({ body: { email: "a@b.test", password: "x" } });
  expectTypeOf<"MISSING_RESPONSE" | "VERIFICATION_FAILED" | "UNKNOWN_ERROR">().toExtend<
    NonNullable<typeof error>["code"]
  >();
});

test("each service has only its own options", () => {
  // @ts-expect-error: hCaptcha has no option for hostnames
  captcha({ provider: "hcaptcha", secretKey: "x", allowedHostnames: ["app.test"] });
  // @ts-expect-error: only reCAPTCHA has scores
  captcha({ provider: "cloudflare-turnstile", secretKey: "x", minScore: 0.5 });
  // @ts-expect-error: the secret key is required
  captcha({ provider: "google-recaptcha" });
});
