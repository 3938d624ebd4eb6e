/** The plugin's errors. */

import { sessionErrors } from "@latchkey/core/plugin";

/** Every error of the plugin. */
export const stepUpErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  ACCOUNT_RECENTLY_RECOVERED: {
    status: 403,
    message: "The account was recovered recently. Sign-in methods can be changed later",
  },
} as const;
