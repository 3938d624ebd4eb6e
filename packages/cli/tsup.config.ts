import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library({ index: "src/index.ts", cli: "src/cli.ts", app: "src/app/child.ts", billing: "src/billing/child.ts" }),
);
