/** The French texts of all components. */

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

/** The French texts of all components. */
export const fr: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Effectuez la vérification de sécurité, puis réessayez.",
        VERIFICATION_FAILED: "La vérification de sécurité a échoué ou a expiré. Réessayez.",
        UNKNOWN_ERROR: "La vérification de sécurité est impossible. Réessayez dans un instant.",
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
      label: "Nom d’utilisateur",
      hint: "{min} à {max} lettres, chiffres, points ou tirets bas. Vous pouvez l’utiliser pour vous connecter.",
      hintWithoutRules: "Lettres, chiffres, points ou tirets bas. Vous pouvez l’utiliser pour vous connecter.",
      emailOrUsername: "Adresse e-mail ou nom d’utilisateur",
      available: "Ce nom d’utilisateur est disponible.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "Nom d’utilisateur ou mot de passe incorrect. Réessayez.",
        USERNAME_TOO_SHORT: "Ce nom d’utilisateur est trop court. Choisissez-en un plus long.",
        USERNAME_TOO_LONG: "Ce nom d’utilisateur est trop long. Choisissez-en un plus court.",
        INVALID_USERNAME: "Utilisez uniquement des lettres, des chiffres, des points et des tirets bas.",
        INVALID_DISPLAY_USERNAME:
          "Vous pouvez changer les majuscules et minuscules du nom affiché, mais pas ses lettres.",
        USERNAME_IS_ALREADY_TAKEN: "Ce nom d’utilisateur est déjà pris. Essayez-en un autre.",
      },
    },
  },
};
