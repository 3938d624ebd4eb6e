import { adapterConformance, conformanceSchema } from "@latchkey/test-kit";
import { test } from "vitest";
import { kinds } from "./kinds.ts";
import { hasPrisma } from "./prisma.ts";

if (await hasPrisma()) {
  for (const { name, open } of kinds) {
    adapterConformance({ name, hasOwnTables: true, open: () => open(conformanceSchema) });
  }
} else test.skip("skipped: Prisma, which LATCHKEY_PRISMA=true fetches", () => {});
