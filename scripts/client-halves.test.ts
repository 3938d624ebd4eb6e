/** Tests the size of client plugins in a browser. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test.each([
  ["api-key", 200],
  ["jwt", 150],
  ["oauth-provider", 200],
  ["username", 150],
  ["multi-session", 200],
  ["last-login-method", 500],
  ["one-time-token", 200],
  ["device-authorization", 250],
  ["events", 150],
  ["sso", 200],
  ["one-tap", 1600],
  ["two-factor", 400],
  ["admin", 150],
  ["organization", 300],
  ["billing", 300],
])("the client half of %s stays under %i bytes gzipped", async (name, most) => {
  const { outputFiles } = await build({
    entryPoints: [`${root}packages/${name}/src/client.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    tsconfig: `${root}tsconfig.json`,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length).toBeLessThan(most);
});
