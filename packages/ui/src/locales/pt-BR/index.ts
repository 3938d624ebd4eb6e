/** The Brazilian Portuguese texts of all components. */

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

/** The Brazilian Portuguese texts of all components. */
export const ptBR: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "Conclua a verificação de segurança e tente novamente.",
        VERIFICATION_FAILED: "A verificação de segurança falhou ou expirou. Tente novamente.",
        UNKNOWN_ERROR: "Não foi possível fazer a verificação de segurança. Tente novamente em instantes.",
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
      label: "Nome de usuário",
      hint: "De {min} a {max} letras, números, pontos ou sublinhados. Você pode usá-lo para entrar.",
      hintWithoutRules: "Letras, números, pontos ou sublinhados. Você pode usá-lo para entrar.",
      emailOrUsername: "E-mail ou nome de usuário",
      available: "Este nome de usuário está disponível.",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "Nome de usuário ou senha incorretos. Tente novamente.",
        USERNAME_TOO_SHORT: "Este nome de usuário é muito curto. Escolha um mais longo.",
        USERNAME_TOO_LONG: "Este nome de usuário é muito longo. Escolha um mais curto.",
        INVALID_USERNAME: "Use apenas letras, números, pontos e sublinhados.",
        INVALID_DISPLAY_USERNAME:
          "Você pode alterar as maiúsculas e minúsculas do nome de usuário exibido, mas não as letras.",
        USERNAME_IS_ALREADY_TAKEN: "Este nome de usuário já está em uso. Tente outro.",
      },
    },
  },
};
