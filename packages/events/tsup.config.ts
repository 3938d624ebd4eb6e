import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(library({ index: "src/index.ts", client: "src/client.ts", verify: "src/verify.ts" }));
