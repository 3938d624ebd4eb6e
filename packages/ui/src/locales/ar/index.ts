/** The Arabic texts of all components. */

import type { Locale } from "../locale.ts";
import { admin } from "./admin.ts";
import { apiKey, deviceAuthorization } from "./api-key.ts";
import { billing } from "./billing.ts";
import { events } from "./events.ts";
import { oauthProvider } from "./oauth-provider.ts";
import { organization } from "./organization.ts";
import { passkey } from "./passkey.ts";
import { anonymous, emailOtp, magicLink, multiSession } from "./passwordless.ts";
import { phoneNumber } from "./phone-number.ts";
import { scim } from "./scim.ts";
import { sso } from "./sso.ts";
import { stepUp } from "./step-up.ts";
import { texts } from "./texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Arabic texts of all components. */
export const ar: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "أكمل التحقق الأمني، ثم أعد المحاولة.",
        VERIFICATION_FAILED: "فشل التحقق الأمني أو انتهت صلاحيته. أعد المحاولة.",
        UNKNOWN_ERROR: "تعذر إجراء التحقق الأمني. أعد المحاولة بعد قليل.",
      },
    },
    "email-otp": emailOtp,
    events,
    "magic-link": magicLink,
    "multi-session": multiSession,
    "oauth-provider": oauthProvider,
    organization,
    passkey,
    "phone-number": phoneNumber,
    scim,
    sso,
    "step-up": stepUp,
    "two-factor": twoFactor,
    username: {
      label: "اسم المستخدم",
      hint: "من {min} إلى {max} من الأحرف أو الأرقام أو النقاط أو الشرطات السفلية. يمكنك تسجيل الدخول به.",
      hintWithoutRules: "أحرف أو أرقام أو نقاط أو شرطات سفلية. يمكنك تسجيل الدخول به.",
      emailOrUsername: "البريد الإلكتروني أو اسم المستخدم",
      available: "اسم المستخدم هذا متاح.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "اسم المستخدم أو كلمة المرور غير صحيحة. أعد المحاولة.",
        USERNAME_TOO_SHORT: "اسم المستخدم هذا قصير جدًا. اختر اسمًا أطول.",
        USERNAME_TOO_LONG: "اسم المستخدم هذا طويل جدًا. اختر اسمًا أقصر.",
        INVALID_USERNAME: "استخدم الأحرف والأرقام والنقاط والشرطات السفلية فقط.",
        INVALID_DISPLAY_USERNAME:
          "يمكنك تغيير حالة الأحرف (الكبيرة والصغيرة) في اسم المستخدم المعروض، وليس الأحرف نفسها.",
        USERNAME_IS_ALREADY_TAKEN: "اسم المستخدم هذا مستخدَم بالفعل. جرّب اسمًا آخر.",
      },
    },
  },
};
