/** Combines the English texts. */

import { account } from "./account.ts";
import { authentication } from "./authentication.ts";
import { common } from "./common.ts";
import { emailVerification } from "./email-verification.ts";
import { errors } from "./errors.ts";
import { sessions } from "./sessions.ts";
import { social } from "./social.ts";
import type { Texts } from "./texts.ts";

/** The English texts. */
export const en: Texts = {
  ...common,
  ...authentication,
  ...emailVerification,
  ...account,
  ...social,
  ...sessions,
  errors,
};
