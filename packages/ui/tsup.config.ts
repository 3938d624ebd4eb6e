import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

/** Languages with a translation, each an entry of its own, so that an app loads only those that it uses. */
const languages = ["ar", "de", "es", "fr", "it", "ja", "pt-BR", "zh-CN"];
const translations = Object.fromEntries(languages.map((name) => [`locales/${name}`, `src/locales/${name}/index.ts`]));

export default defineConfig(
  library(
    {
      index: "src/index.ts",
      admin: "src/admin/index.ts",
      billing: "src/billing/index.ts",
      captcha: "src/captcha/index.ts",
      locales: "src/locales/index.ts",
      ...translations,
      organization: "src/organization/index.ts",
      "two-factor": "src/two-factor/index.ts",
      username: "src/username/index.ts",
    },
    // Screens exist in the browser only: a server component that renders one needs no file of its own around it.
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
