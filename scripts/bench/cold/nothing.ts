/** Node itself: what every start costs and every process holds. */

import { report } from "./report.ts";

await report(async () => async () => undefined);
