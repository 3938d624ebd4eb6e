import { adapterConformance, conformanceSchema } from "@latchkey/test-kit";
import { kinds } from "./kinds.ts";

for (const { name, open } of kinds) {
  adapterConformance({ name, hasOwnTables: true, open: () => open(conformanceSchema) });
}
