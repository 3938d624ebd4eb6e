/** What a translation consists of. */

import type { AdminTexts } from "../admin/texts.ts";
import type { AnonymousTexts } from "../anonymous/texts.ts";
import type { ApiKeyTexts } from "../api-key/texts.ts";
import type { BillingTexts } from "../billing/texts.ts";
import type { CaptchaTexts } from "../captcha/texts.ts";
import type { DeviceTexts } from "../device-authorization/texts.ts";
import type { EmailOtpTexts } from "../email-otp/texts.ts";
import type { EventsTexts } from "../events/texts.ts";
import type { MagicLinkTexts } from "../magic-link/texts.ts";
import type { MultiSessionTexts } from "../multi-session/texts.ts";
import type { OAuthProviderTexts } from "../oauth-provider/texts.ts";
import type { OrganizationTexts } from "../organization/texts.ts";
import type { PasskeyTexts } from "../passkey/texts.ts";
import type { PhoneNumberTexts } from "../phone-number/texts.ts";
import type { UiLocale } from "../provider/types.ts";
import type { ScimTexts } from "../scim/texts.ts";
import type { SsoTexts } from "../sso/texts.ts";
import type { StepUpTexts } from "../step-up/texts.ts";
import type { Texts } from "../texts/texts.ts";
import type { TwoFactorTexts } from "../two-factor/texts.ts";
import type { UsernameTexts } from "../username/texts.ts";

/** A complete translation. TypeScript reports a missing text. */
export interface Locale extends UiLocale {
  /** `language` decides how numbers, dates, and plurals are written. */
  readonly texts: Texts & { readonly language: string };
  readonly plugins: {
    readonly admin: AdminTexts;
    readonly anonymous: AnonymousTexts;
    readonly "api-key": ApiKeyTexts;
    readonly "device-authorization": DeviceTexts;
    readonly billing: BillingTexts;
    readonly captcha: CaptchaTexts;
    readonly "email-otp": EmailOtpTexts;
    readonly events: EventsTexts;
    readonly "magic-link": MagicLinkTexts;
    readonly "multi-session": MultiSessionTexts;
    readonly "oauth-provider": OAuthProviderTexts;
    readonly organization: OrganizationTexts;
    readonly passkey: PasskeyTexts;
    readonly "phone-number": PhoneNumberTexts;
    readonly scim: ScimTexts;
    readonly sso: SsoTexts;
    readonly "step-up": StepUpTexts;
    readonly "two-factor": TwoFactorTexts;
    readonly username: UsernameTexts;
  };
}
