import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

/** Translated languages. Each is a separate entry, so that an app loads only those that it uses. */
const languages = ["ar", "de", "es", "fr", "it", "ja", "pt-BR", "zh-CN"];
const translations = Object.fromEntries(languages.map((name) => [`locales/${name}`, `src/locales/${name}/index.ts`]));

export default defineConfig(
  library(
    {
      index: "src/index.ts",
      admin: "src/admin/index.ts",
      anonymous: "src/anonymous/index.ts",
      "api-key": "src/api-key/index.ts",
      events: "src/events/index.ts",
      "device-authorization": "src/device-authorization/index.ts",
      "email-otp": "src/email-otp/index.ts",
      "magic-link": "src/magic-link/index.ts",
      "multi-session": "src/multi-session/index.ts",
      "oauth-provider": "src/oauth-provider/index.ts",
      "one-tap": "src/one-tap/index.ts",
      billing: "src/billing/index.ts",
      captcha: "src/captcha/index.ts",
      locales: "src/locales/index.ts",
      ...translations,
      organization: "src/organization/index.ts",
      passkey: "src/passkey/index.ts",
      "phone-number": "src/phone-number/index.ts",
      scim: "src/scim/index.ts",
      sso: "src/sso/index.ts",
      "step-up": "src/step-up/index.ts",
      "two-factor": "src/two-factor/index.ts",
      username: "src/username/index.ts",
    },
    // Components only run in the browser. With this, a server component can render one without a wrapper file.
    {
      styles: "src/styles",
      extraStyles: ["shadcn.css", "tailwind.css"],
      registry: true,
      banner: { js: '"use client";' },
      // Escapes would triple the size of Arabic and Japanese.
      esbuildOptions(options) {
        options.charset = "utf8";
      },
    },
  ),
);
