import { adapterConformance } from "@latchkey/test-kit";
import { furtherDatabases } from "@latchkey/test-kit/databases";

for (const kind of furtherDatabases) adapterConformance(kind);
