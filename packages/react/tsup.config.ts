import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library(
    { index: "src/index.ts" },
    // Hooks and context exist only there: a server component that imports them is told so by name.
    { banner: { js: '"use client";' } },
  ),
);
