/** Builds the client for a page that isn't part of the showcase. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The client as a single script that assigns itself to the window. */
export async function bundleClient(folder: string): Promise<string> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const entry = join(root, "test", "window-client.ts");
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    // A library build leaves this to the app's bundler.
    define: { "process.env.NODE_ENV": '"production"' },
    build: { lib: { entry, formats: ["es"], fileName: "client" }, write: false, outDir: folder },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = (first as { output: { type: string; code?: string }[] }).output.find(({ type }) => type === "chunk");
  return chunk?.code as string;
}
