/** Starts the showcase. */

import { runShowcase } from "./run.ts";

await runShowcase();
