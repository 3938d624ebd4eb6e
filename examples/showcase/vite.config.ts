import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sourceAliases, sourceStyles } from "../../scripts/build/sources.ts";

export default defineConfig({
  plugins: [react(), sourceStyles()],
  resolve: { alias: [...sourceAliases] },
  // One Tap needs Google's client id in the browser. Its secret stays on the server.
  envPrefix: "GOOGLE_CLIENT_ID",
  // Every component is on one page of a local demo, so the size of a chunk doesn't matter.
  build: { outDir: "dist", chunkSizeWarningLimit: 5000, reportCompressedSize: false },
});
