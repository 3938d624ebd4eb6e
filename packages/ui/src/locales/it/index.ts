/** The Italian texts of all components. */

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

/** The Italian texts of all components. */
export const it: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Completa il controllo di sicurezza e riprova.",
        VERIFICATION_FAILED: "Il controllo di sicurezza non è riuscito o è scaduto. Riprova.",
        UNKNOWN_ERROR: "Impossibile eseguire il controllo di sicurezza. Riprova tra poco.",
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
      label: "Nome utente",
      hint: "Da {min} a {max} lettere, numeri, punti o trattini bassi. Puoi usarlo per accedere.",
      hintWithoutRules: "Lettere, numeri, punti o trattini bassi. Puoi usarlo per accedere.",
      emailOrUsername: "Email o nome utente",
      available: "Questo nome utente è disponibile.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "Nome utente o password errati. Riprova.",
        USERNAME_TOO_SHORT: "Questo nome utente è troppo corto. Scegline uno più lungo.",
        USERNAME_TOO_LONG: "Questo nome utente è troppo lungo. Scegline uno più corto.",
        INVALID_USERNAME: "Usa solo lettere, numeri, punti e trattini bassi.",
        INVALID_DISPLAY_USERNAME:
          "Puoi cambiare maiuscole e minuscole del nome utente visualizzato, ma non le sue lettere.",
        USERNAME_IS_ALREADY_TAKEN: "Questo nome utente è già in uso. Provane un altro.",
      },
    },
  },
};
