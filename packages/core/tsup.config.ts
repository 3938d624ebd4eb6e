import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library(
    {
      index: "src/index.ts",
      plugin: "src/plugin.ts",
      access: "src/access/index.ts",
      database: "src/database/index.ts",
      crypto: "src/crypto/index.ts",
      openapi: "src/openapi/index.ts",
      shapes: "src/shapes/index.ts",
      providers: "src/features/social/providers/index.ts",
      "no-providers": "src/features/social/providers/built-in.workerd.ts",
      "javascript-digests": "src/crypto/javascript-digests.ts",
      "no-javascript-digests": "src/crypto/javascript-digests.node.ts",
    },
    // `imports` in package.json decides where the app runs or is bundled.
    { external: ["#built-in-providers", "#javascript-digests"] },
  ),
);
