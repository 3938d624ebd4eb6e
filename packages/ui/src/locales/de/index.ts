/** The German texts of all components. */

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

/** The German texts of all components. */
export const de: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Schließen Sie die Sicherheitsprüfung ab und versuchen Sie es dann erneut.",
        VERIFICATION_FAILED: "Die Sicherheitsprüfung ist fehlgeschlagen oder abgelaufen. Versuchen Sie es erneut.",
        UNKNOWN_ERROR: "Die Sicherheitsprüfung war nicht möglich. Versuchen Sie es gleich noch einmal.",
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
      label: "Benutzername",
      hint: "{min} bis {max} Buchstaben, Ziffern, Punkte oder Unterstriche. Sie können sich damit anmelden.",
      hintWithoutRules: "Buchstaben, Ziffern, Punkte oder Unterstriche. Sie können sich damit anmelden.",
      emailOrUsername: "E-Mail-Adresse oder Benutzername",
      available: "Dieser Benutzername ist frei.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "Benutzername oder Passwort ist falsch. Versuchen Sie es erneut.",
        USERNAME_TOO_SHORT: "Dieser Benutzername ist zu kurz. Wählen Sie einen längeren.",
        USERNAME_TOO_LONG: "Dieser Benutzername ist zu lang. Wählen Sie einen kürzeren.",
        INVALID_USERNAME: "Verwenden Sie nur Buchstaben, Ziffern, Punkte und Unterstriche.",
        INVALID_DISPLAY_USERNAME:
          "Beim angezeigten Benutzernamen können Sie Groß- und Kleinschreibung ändern, aber nicht die Buchstaben.",
        USERNAME_IS_ALREADY_TAKEN: "Dieser Benutzername ist vergeben. Versuchen Sie einen anderen.",
      },
    },
  },
};
