/** An app with the plugin knows what signing in can be refused with. */

import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { expectTypeOf, test } from "vitest";
import { captcha } from "./plugin.ts";

const auth = createAuth({
  database: memoryAdapter(),
  plugins: [captcha({ provider: "hcaptcha", secretKey: "x", siteKey: "y" })],
});

test("the client's errors have the plugin's codes beside their own", async () => {
  const client = createAuthClient<typeof auth>();
  const { error } = await client.signIn.email({ email: "a@b.test", password: "x" });
  type Codes = NonNullable<typeof error>["code"];
  expectTypeOf<"MISSING_RESPONSE" | "VERIFICATION_FAILED" | "UNKNOWN_ERROR">().toExtend<Codes>();
  expectTypeOf<"INVALID_EMAIL_OR_PASSWORD">().toExtend<Codes>();
  // @ts-expect-error: no code of anything
  expectTypeOf<"NOT_A_ROBOT">().toExtend<Codes>();
});

test("the calls on the server have them too", async () => {
  const { error } = await auth.api.signInEmail.result({ body: { email: "a@b.test", password: "x" } });
  expectTypeOf<"MISSING_RESPONSE" | "VERIFICATION_FAILED" | "UNKNOWN_ERROR">().toExtend<
    NonNullable<typeof error>["code"]
  >();
});

test("each service has its own options, and no other's", () => {
  // @ts-expect-error: hCaptcha's host names say nothing that one may go by
  captcha({ provider: "hcaptcha", secretKey: "x", allowedHostnames: ["app.test"] });
  // @ts-expect-error: scores are reCAPTCHA's
  captcha({ provider: "cloudflare-turnstile", secretKey: "x", minScore: 0.5 });
  // @ts-expect-error: without its secret no answer can be checked
  captcha({ provider: "google-recaptcha" });
});
