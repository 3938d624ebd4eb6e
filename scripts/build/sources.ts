/** Resolves `@latchkey/*` to the packages' sources, so that examples and tests run without a build. */

import { fileURLToPath } from "node:url";
import { joinStyles } from "./styles.ts";

const packages: string = fileURLToPath(new URL("../../packages/", import.meta.url));
const source = (path: string): string => packages + path;

/** Aliases for Vite and Vitest, most specific first. */
export const sourceAliases: readonly { readonly find: string | RegExp; readonly replacement: string }[] = [
  { find: "#javascript-digests", replacement: source("core/src/crypto/javascript-digests.ts") },
  { find: "#built-in-providers", replacement: source("core/src/features/social/providers/built-in.ts") },
  { find: "@latchkey/core/providers", replacement: source("core/src/features/social/providers/index.ts") },
  {
    find: /^@latchkey\/core\/(access|database|crypto|openapi|shapes)$/,
    replacement: source("core/src/$1/index.ts"),
  },
  { find: /^@latchkey\/billing\/(polar|stripe)$/, replacement: source("billing/src/$1/index.ts") },
  {
    find: /^@latchkey\/ui\/(admin|anonymous|api-key|billing|captcha|device-authorization|email-otp|events|locales|magic-link|multi-session|oauth-provider|one-tap|organization|passkey|phone-number|scim|sso|step-up|two-factor|username)$/,
    replacement: source("ui/src/$1/index.ts"),
  },
  { find: /^@latchkey\/ui\/locales\/([\w-]+)$/, replacement: source("ui/src/locales/$1/index.ts") },
  { find: /^@latchkey\/([a-z-]+)\/([a-z-]+)$/, replacement: source("$1/src/$2.ts") },
  { find: /^@latchkey\/([a-z-]+)$/, replacement: source("$1/src/index.ts") },
];

/** A Vite plugin. */
interface StylesPlugin {
  readonly name: string;
  readonly enforce: "pre";
  resolveId(specifier: string): string | null;
  load(path: string): string | null;
}

/** Creates a Vite plugin that joins the stylesheets of `@latchkey/ui`, which are one file only after a build. */
export function sourceStyles(): StylesPlugin {
  const id = source("ui/src/styles/joined.css");
  return {
    name: "latchkey-source-styles",
    enforce: "pre",
    resolveId: (specifier) => (specifier === "@latchkey/ui/styles.css" ? id : null),
    load: (path) => (path === id ? joinStyles(source("ui/src/styles")) : null),
  };
}
