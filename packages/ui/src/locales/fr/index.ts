/** The French texts of all components. */

import type { Locale } from "../locale.ts";
import { admin } from "./admin.ts";
import { billing } from "./billing.ts";
import { organization } from "./organization.ts";
import { texts } from "./texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The French texts of all components. */
export const fr: Locale = {
  texts,
  plugins: {
    admin,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Effectuez la vérification de sécurité, puis réessayez.",
        VERIFICATION_FAILED: "La vérification de sécurité a échoué ou expiré. Réessayez.",
        UNKNOWN_ERROR: "La vérification de sécurité est impossible. Réessayez dans un instant.",
      },
    },
    organization,
    "two-factor": twoFactor,
    username: {
      label: "Nom d’utilisateur",
      hint: "{min} à {max} lettres, chiffres, points ou tirets bas. Vous pouvez vous connecter avec.",
      hintWithoutRules: "Lettres, chiffres, points ou tirets bas. Vous pouvez vous connecter avec.",
      emailOrUsername: "E-mail ou nom d’utilisateur",
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
