import { startAuth } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { expect, test } from "vitest";
import { type CaptchaOptions, captcha } from "./index.ts";

const secretKey = "captcha-secret-key";

async function captchaOf(options: Partial<CaptchaOptions> = {}, plugins: object[] = []) {
  const plugin = captcha({ provider: "cloudflare-turnstile", secretKey, ...options } as CaptchaOptions);
  const { browser } = await startAuth({ plugins: [plugin, ...plugins] as never });
  const { body } = await browser().get<{ captcha: unknown }>("/capabilities");
  expect(JSON.stringify(body)).not.toContain(secretKey);
  return body.captcha;
}

test("the capabilities say which calls need a CAPTCHA, but not its secret", async () => {
  const paths = ["/sign-up/email", "/sign-in/email", "/forget-password"];
  expect(await captchaOf()).toEqual({ provider: "cloudflare-turnstile", siteKey: null, paths });
  expect(await captchaOf({}, [username()])).toMatchObject({ paths: [...paths, "/sign-in/username"] });
  expect(await captchaOf({ provider: "hcaptcha", siteKey: "a site key", endpoints: ["/sign-up/email"] })).toEqual({
    provider: "hcaptcha",
    siteKey: "a site key",
    paths: ["/sign-up/email"],
  });
});
