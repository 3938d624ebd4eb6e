/** What a translation consists of. */

import type { AdminTexts } from "../admin/texts.ts";
import type { BillingTexts } from "../billing/texts.ts";
import type { CaptchaTexts } from "../captcha/texts.ts";
import type { OrganizationTexts } from "../organization/texts.ts";
import type { UiLocale } from "../provider/types.ts";
import type { Texts } from "../texts/texts.ts";
import type { TwoFactorTexts } from "../two-factor/texts.ts";
import type { UsernameTexts } from "../username/texts.ts";

/** A complete translation. TypeScript reports a missing text. */
export interface Locale extends UiLocale {
  /** `language` decides how numbers, dates, and plurals are written. */
  readonly texts: Texts & { readonly language: string };
  readonly plugins: {
    readonly admin: AdminTexts;
    readonly billing: BillingTexts;
    readonly captcha: CaptchaTexts;
    readonly organization: OrganizationTexts;
    readonly "two-factor": TwoFactorTexts;
    readonly username: UsernameTexts;
  };
}
