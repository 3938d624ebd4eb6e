/** The texts in English: the parts put together. */

import { account } from "./account.ts";
import { addresses } from "./addresses.ts";
import { common } from "./common.ts";
import { devices } from "./devices.ts";
import { entrance } from "./entrance.ts";
import { errors } from "./errors.ts";
import { social } from "./social.ts";
import type { Texts } from "./texts.ts";

/** The texts in English. */
export const en: Texts = {
  ...common,
  ...entrance,
  ...addresses,
  ...account,
  ...social,
  ...devices,
  errors,
};
