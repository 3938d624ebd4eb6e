/** The Spanish texts of all components. */

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

/** The Spanish texts of all components. */
export const es: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Completa la comprobación de seguridad y vuelve a intentarlo.",
        VERIFICATION_FAILED: "La comprobación de seguridad ha fallado o ha caducado. Inténtalo de nuevo.",
        UNKNOWN_ERROR: "No se pudo realizar la comprobación de seguridad. Inténtalo de nuevo en unos instantes.",
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
      label: "Nombre de usuario",
      hint: "De {min} a {max} letras, números, puntos o guiones bajos. Puedes usarlo para iniciar sesión.",
      hintWithoutRules: "Letras, números, puntos o guiones bajos. Puedes usarlo para iniciar sesión.",
      emailOrUsername: "Correo electrónico o nombre de usuario",
      available: "Este nombre de usuario está disponible.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "El nombre de usuario o la contraseña no son correctos. Inténtalo de nuevo.",
        USERNAME_TOO_SHORT: "Este nombre de usuario es demasiado corto. Elige uno más largo.",
        USERNAME_TOO_LONG: "Este nombre de usuario es demasiado largo. Elige uno más corto.",
        INVALID_USERNAME: "Usa solo letras, números, puntos y guiones bajos.",
        INVALID_DISPLAY_USERNAME:
          "Puedes cambiar las mayúsculas y minúsculas del nombre de usuario que se muestra, pero no sus letras.",
        USERNAME_IS_ALREADY_TAKEN: "Este nombre de usuario ya está en uso. Prueba con otro.",
      },
    },
  },
};
