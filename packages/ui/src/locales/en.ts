/** The English texts of all components. */

import { adminEn } from "../admin/en.ts";
import { billingEn } from "../billing/texts.ts";
import { captchaEn } from "../captcha/texts.ts";
import { organizationEn } from "../organization/texts.ts";
import { en as texts } from "../texts/en.ts";
import { twoFactorEn } from "../two-factor/texts.ts";
import { usernameEn } from "../username/texts.ts";
import type { Locale } from "./locale.ts";

/** The English texts of all components, to translate from. Components use them without a `locale`. */
export const en: Locale = {
  texts: { ...texts, language: "en" },
  plugins: {
    admin: adminEn,
    billing: billingEn,
    captcha: captchaEn,
    organization: organizationEn,
    "two-factor": twoFactorEn,
    username: usernameEn,
  },
};
