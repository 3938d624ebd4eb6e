import { adapterConformance } from "@latchkey/test-kit";
import { driverVariants, emptyDatabases } from "@latchkey/test-kit/databases";

for (const kind of [...emptyDatabases, ...driverVariants]) if (kind.name !== "memory") adapterConformance(kind);
