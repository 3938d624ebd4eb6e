/** Starts only Node.js, as the baseline for time and memory. */

import { report } from "./report.ts";

await report(async () => async () => undefined);
