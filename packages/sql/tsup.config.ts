import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library({ index: "src/index.ts", sqlite: "src/sqlite.ts", driver: "src/driver.ts", ddl: "src/ddl.ts" }),
);
