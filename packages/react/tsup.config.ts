import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library(
    { index: "src/index.ts" },
    // Hooks and context exist only in client components. With the directive, a server component that imports them gets
    // an error that says so.
    { banner: { js: '"use client";' } },
  ),
);
