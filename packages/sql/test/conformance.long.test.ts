import { adapterConformance } from "@latchkey/test-kit";
import { databases } from "@latchkey/test-kit/databases";

for (const kind of databases) if (kind.name !== "memory") adapterConformance(kind);
