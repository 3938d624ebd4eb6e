/** Tests what an app's bundle contains. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../..", import.meta.url));

interface Bundle {
  readonly bytes: number;
  readonly text: string;
  /** Bundled files, relative to the packages folder. */
  readonly files: readonly string[];
  readonly externals: readonly string[];
}

async function bundle(code: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: `${packages}react`, loader: "ts", sourcefile: "app.ts" },
    absWorkingDir: packages,
    tsconfig: `${packages}../tsconfig.json`,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["react"],
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  return {
    bytes: gzipSync(outputFiles[0]?.contents ?? "").length,
    text: outputFiles[0]?.text ?? "",
    files: Object.keys(metafile.inputs).filter((file) => file !== "react/app.ts"),
    externals: [...new Set(output?.imports.filter(({ external }) => external).map(({ path }) => path))],
  };
}

const client = 'export { createAuthClient } from "@latchkey/client";';
const react = 'export { AuthClientProvider, createAuthClient, useAuthClient } from "@latchkey/react";';

const fourPlugins = `
  import { adminClient } from "@latchkey/admin/client";
  import { organizationClient } from "@latchkey/organization/client";
  import { createAuthClient } from "@latchkey/react";
  import { twoFactorClient } from "@latchkey/two-factor/client";
  import { usernameClient } from "@latchkey/username/client";
  const client = createAuthClient({ plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient()] });
  export const useSession = client.useSession;
  export const signIn = (input) => client.signIn.email(input);
`;

test.each([
  ["the client", client, 4100],
  ["client and hooks", react, 4500],
  ["client and hooks with four plugins", fourPlugins, 4600],
])("%s with nanostores, gzipped", async (_, code, limit) => {
  const { bytes } = await bundle(code);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(limit);
});

test.each([
  ["the client", client, []],
  ["client and hooks", react, ["react"]],
  ["client and hooks with four plugins", fourPlugins, ["react"]],
])("KEY-07: the bundle of %s contains no server code", async (_, code, externals) => {
  const made = await bundle(code);
  const foreign = made.files.filter(
    (file) =>
      !/^(?:client\/src|react\/src|[a-z-]+\/src\/client\.ts$|\.\.\/node_modules\/\.pnpm\/nanostores@)/.test(file),
  );
  expect(foreign).toEqual([]);
  expect(made.externals).toEqual(externals);
  expect(made.text).not.toMatch(/process\.env|node:|BETTER_AUTH|LATCHKEY_SECRET|\bsecrets?\b/i);
});

test("KEY-07: importing types from the server file adds no server code", async () => {
  const made = await bundle(`
    import type { auth } from "./server-file-that-is-not-there.ts";
    import { createAuthClient } from "@latchkey/react";
    export const client = createAuthClient<typeof auth>();
  `);
  expect(made.files.filter((file) => /core|server/.test(file))).toEqual([]);
});

test("the bundle includes the capabilities store only if it's imported", async () => {
  const store = "client/src/capabilities.ts";
  expect((await bundle(react)).files).not.toContain(store);
  const made = await bundle('export { capabilitiesStore } from "../client/src/capabilities.ts";');
  expect(made.files).toContain(store);
  expect(made.bytes).toBeLessThan(1600);
});

test("an app that creates no client includes no client code", async () => {
  const { text } = await bundle(
    'import * as client from "@latchkey/client"; import * as react from "@latchkey/react";',
  );
  expect(text.trim()).toBe("");
});
