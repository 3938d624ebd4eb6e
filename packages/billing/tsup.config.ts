import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library(
    { index: "src/index.ts", client: "src/client.ts", polar: "src/polar/index.ts", schemas: "src/schemas.ts" },
    { bundles: ["zod"] },
  ),
);
