import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sourceAliases, sourceStyles } from "../../scripts/build/sources.ts";

export default defineConfig({
  plugins: [react(), sourceStyles()],
  resolve: { alias: [...sourceAliases] },
  // The showcase serves the gallery below /gallery/.
  base: "./",
  build: { outDir: "dist", chunkSizeWarningLimit: 5000, reportCompressedSize: false },
});
