/** Valid requests to every endpoint. */

import { adminSamples } from "./admin.ts";
import { billingSamples } from "./billing.ts";
import { consoleSamples, coreSamples } from "./core.ts";
import { organizationSamples } from "./organization.ts";
import type { Samples } from "./sample.ts";
import { twoFactorSamples } from "./two-factor.ts";

/** By id of the endpoint; one that is missing here is a failure of the fuzz. */
export const samples: Samples = {
  ...coreSamples,
  ...organizationSamples,
  ...adminSamples,
  ...twoFactorSamples,
  ...billingSamples,
  ...consoleSamples,
};

/** Whose guard nobody passes from where the fuzz comes from. */
export const closed: ReadonlySet<string> = new Set(Object.keys(consoleSamples));
