import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library(
    {
      index: "src/index.ts",
      client: "src/client.ts",
      polar: "src/polar/index.ts",
      react: "src/react.ts",
      schemas: "src/schemas.ts",
      stripe: "src/stripe/index.ts",
    },
    { bundles: ["zod"] },
  ),
);
