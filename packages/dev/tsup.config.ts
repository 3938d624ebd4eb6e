import { defineConfig } from "tsup";
import { library } from "../../scripts/build/library.ts";

export default defineConfig(
  library({
    index: "src/index.ts",
    directory: "src/directory.ts",
    dns: "src/dns.ts",
    "identity-provider": "src/identity-provider.ts",
    smtp: "src/smtp.ts",
    webhooks: "src/webhooks.ts",
  }),
);
