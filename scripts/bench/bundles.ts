/** Measures the bundles of clients (with the session hook, but without React itself) and of workers. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

export interface Bundle {
  readonly minified: number;
  readonly gzipped: number;
}

/** Clients by library, each alone and with four plugins: username, two-factor, admin, and organization. */
export interface Bundles {
  readonly latchkey: Bundle;
  readonly "latchkey-plugins": Bundle;
  readonly "better-auth": Bundle;
  readonly "better-auth-plugins": Bundle;
}

const latchkeyPlugins = `
  import { adminClient } from "@latchkey/admin/client";
  import { organizationClient } from "@latchkey/organization/client";
  import { twoFactorClient } from "@latchkey/two-factor/client";
  import { usernameClient } from "@latchkey/username/client";
`;
const betterAuthPlugins = `
  import { adminClient, organizationClient, twoFactorClient, usernameClient } from "better-auth/client/plugins";
`;

export async function bundles(): Promise<Bundles> {
  return {
    latchkey: await bundle("@latchkey/react"),
    "latchkey-plugins": await bundle("@latchkey/react", latchkeyPlugins),
    "better-auth": await bundle("better-auth/react"),
    "better-auth-plugins": await bundle("better-auth/react", betterAuthPlugins),
  };
}

const ownRoot = fileURLToPath(new URL("../../", import.meta.url));
const client = '{ clientId: "id", clientSecret: "secret" }';

/** A worker, with the paths of the modules whose code it contains. */
export interface WorkerBundle extends Bundle {
  readonly modules: readonly string[];
  readonly code: Uint8Array;
}

/**
 * A worker in one file, as wrangler bundles it: email and password, four plugins, and these providers. The database
 * adapter isn't part of it. Bundles the sources of this checkout, or of another one.
 */
export async function workerBundle(providers: readonly string[] = [], root: string = ownRoot): Promise<WorkerBundle> {
  const contents = `
    import { createAuth } from "@latchkey/core";
    import { admin } from "@latchkey/admin";
    import { organization } from "@latchkey/organization";
    import { twoFactor } from "@latchkey/two-factor";
    import { username } from "@latchkey/username";
    ${providers.length > 0 ? `import { ${providers.join(", ")} } from "@latchkey/core/providers";` : ""}
    export default (database, secret, baseURL) => createAuth({
      baseURL, secret, database,
      emailAndPassword: { enabled: true },
      plugins: [username(), twoFactor(), admin(), organization()],
      providers: [${providers.map((id) => `${id}(${id === "tiktok" ? '{ clientKey: "id", clientSecret: "secret" }' : client})`)}],
    });
  `;
  const none = `${root}packages/core/src/features/social/providers/built-in.workerd.ts`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    tsconfig: `${root}tsconfig.json`,
    // In the published package, its `imports` select this file by the condition.
    plugins: [
      { name: "workerd", setup: ({ onResolve }) => onResolve({ filter: /^#built-in-/ }, () => ({ path: none })) },
    ],
    conditions: ["workerd", "worker", "browser"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*"],
    metafile: true,
    absWorkingDir: root,
    write: false,
  });
  const output = outputFiles[0]?.contents ?? new Uint8Array();
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return { minified: output.length, gzipped: gzipSync(output, { level: 9 }).length, modules, code: output };
}

async function bundle(from: string, pluginImports = ""): Promise<Bundle> {
  const plugins =
    pluginImports && "{ plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient()] }";
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createAuthClient } from "${from}";
        ${pluginImports}
        const client = createAuthClient(${plugins});
        export const useSession = client.useSession;
        export const signIn = (input) => client.signIn.email(input);
      `,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["react"],
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfigRaw: {},
    write: false,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: contents.length, gzipped: gzipSync(contents).length };
}
