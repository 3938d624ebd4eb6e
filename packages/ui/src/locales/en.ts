/** The English texts of all components. */

import { adminEn } from "../admin/en.ts";
import { anonymousEn } from "../anonymous/texts.ts";
import { apiKeyEn } from "../api-key/texts.ts";
import { billingEn } from "../billing/texts.ts";
import { captchaEn } from "../captcha/texts.ts";
import { deviceEn } from "../device-authorization/texts.ts";
import { emailOtpEn } from "../email-otp/texts.ts";
import { eventsEn } from "../events/texts.ts";
import { magicLinkEn } from "../magic-link/texts.ts";
import { multiSessionEn } from "../multi-session/texts.ts";
import { oauthProviderEn } from "../oauth-provider/texts.ts";
import { organizationEn } from "../organization/texts.ts";
import { passkeyEn } from "../passkey/texts.ts";
import { phoneNumberEn } from "../phone-number/texts.ts";
import { scimEn } from "../scim/texts.ts";
import { ssoEn } from "../sso/en.ts";
import { stepUpEn } from "../step-up/texts.ts";
import { en as texts } from "../texts/en.ts";
import { twoFactorEn } from "../two-factor/texts.ts";
import { usernameEn } from "../username/texts.ts";
import type { Locale } from "./locale.ts";

/** The English texts of all components, to translate from. Components use them if you don't set `locale`. */
export const en: Locale = {
  texts: { ...texts, language: "en" },
  plugins: {
    admin: adminEn,
    anonymous: anonymousEn,
    "api-key": apiKeyEn,
    "device-authorization": deviceEn,
    billing: billingEn,
    captcha: captchaEn,
    "email-otp": emailOtpEn,
    events: eventsEn,
    "magic-link": magicLinkEn,
    "multi-session": multiSessionEn,
    "oauth-provider": oauthProviderEn,
    organization: organizationEn,
    passkey: passkeyEn,
    "phone-number": phoneNumberEn,
    scim: scimEn,
    sso: ssoEn,
    "step-up": stepUpEn,
    "two-factor": twoFactorEn,
    username: usernameEn,
  },
};
