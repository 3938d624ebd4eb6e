/** Measures what a browser loads: a client with its session hook, without React itself. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

export interface Bundle {
  readonly minified: number;
  readonly gzipped: number;
}

export interface Bundles {
  readonly latchkey: Bundle;
  readonly "better-auth": Bundle;
}

export async function bundles(): Promise<Bundles> {
  return { latchkey: await bundle("@latchkey/react"), "better-auth": await bundle("better-auth/react") };
}

async function bundle(from: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createAuthClient } from "${from}";
        const client = createAuthClient();
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
