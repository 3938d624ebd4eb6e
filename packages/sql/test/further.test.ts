import { adapterConformance } from "@latchkey/test-kit";
import { driverVariants } from "@latchkey/test-kit/databases";

for (const kind of driverVariants) adapterConformance(kind);
