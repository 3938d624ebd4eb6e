/** The shape of claims. */

import { anything, record, type Shape } from "@latchkey/core/shapes";
import type { Claims } from "./call-types.ts";

/** Any claims. */
export const claimsOutput: Shape<Claims> = record(anything);
