/** The Spanish texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Spanish texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "Enviarme un código por correo",
  signUp: "Registrarse con un código por correo",
  title: "Revisa tu correo",
  text: "Introduce el código que hemos enviado a este correo.",
  change: "Usar otro correo electrónico",
  errors: {
    INVALID_OTP: "Este código no es correcto. Inténtalo de nuevo.",
    OTP_EXPIRED: "Este código ha caducado. Solicita uno nuevo.",
    TOO_MANY_ATTEMPTS: "Demasiados códigos incorrectos. Solicita uno nuevo.",
    INVALID_OTP_TYPE: "Este código no se puede usar aquí.",
    EMAIL_ALREADY_IN_USE: "Este correo electrónico ya está en uso. Prueba con otro.",
  },
};

/** The Spanish texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "Enviarme un enlace de inicio de sesión",
  signUp: "Registrarse con un enlace por correo",
  sentTitle: "Revisa tu correo",
  sentText: "Abre el enlace en este navegador para continuar. Lo hemos enviado a este correo.",
  change: "Usar otro correo electrónico",
  confirm: {
    title: "¿Continuar con el inicio de sesión?",
    text: "Continúa solo si solicitaste este enlace. Iniciarás sesión en esta cuenta.",
    otherAccount: "Has iniciado sesión como {email}. Con este enlace iniciarás sesión en otra cuenta.",
    submit: "Iniciar sesión",
    invalidTitle: "Este enlace ya no es válido",
    invalidText:
      "Ha caducado, ya se ha usado o debe abrirse en el navegador donde lo solicitaste. Solicita un nuevo enlace para continuar.",
    again: "Solicitar un nuevo enlace",
  },
  errors: {
    new_user_signup_disabled: "Aún no tienes una cuenta y el registro está cerrado en este momento.",
    failed_to_create_user: "No se pudo crear tu cuenta. Inténtalo de nuevo en unos instantes.",
    failed_to_create_session: "Se ha producido un error. Inténtalo de nuevo en unos instantes.",
  },
};

/** The Spanish texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "Iniciar sesión con una llave de acceso" },
  signUp: {
    button: "Registrarse con una llave de acceso",
    text: "Usa tu huella, tu rostro o el bloqueo de pantalla en lugar de una contraseña.",
    submit: "Crear cuenta",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "Usar un código de respaldo",
    title: "Usar un código de respaldo",
    text: "¿Has perdido tu llave de acceso? Introduce uno de tus códigos de respaldo para crear otra. Se cerrará tu sesión en todos los demás dispositivos.",
    code: "Código de respaldo",
    submit: "Crear una llave de acceso",
  },
  nudge: {
    title: "Inicia sesión más rápido la próxima vez",
    text: "Añade una llave de acceso para iniciar sesión con tu huella, tu rostro o el bloqueo de pantalla.",
    add: "Añadir una llave de acceso",
    later: "Ahora no",
  },
  secondFactor: {
    choose: "Usar una llave de acceso",
    text: "Confirma que eres tú con tu llave de acceso.",
    submit: "Continuar con la llave de acceso",
  },
};

/** The Spanish texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "Iniciar sesión con tu teléfono",
    signUpButton: "Registrarse con tu teléfono",
    title: "Introduce tu número de teléfono",
    text: "Te enviaremos un código por SMS. Pueden aplicarse tarifas.",
    country: "País",
    number: "Número de teléfono",
    submit: "Enviarme un código por SMS",
    codeTitle: "Revisa tu teléfono",
    codeText: "Introduce el código que hemos enviado a este número.",
    change: "Usar otro número",
  },
};

/** The Spanish texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "Continuar como invitado",
  banner: {
    label: "Cuenta de invitado",
    text: "Estás usando una cuenta de invitado. Crea una cuenta para conservar tus datos.",
    signUp: "Crear cuenta",
    signIn: "Iniciar sesión",
  },
  signOut: {
    title: "¿Cerrar la sesión de invitado?",
    text: "Perderás el acceso a tus datos, porque nadie puede volver a iniciar sesión en una cuenta de invitado. Crea una cuenta para conservarlos.",
    confirm: "Cerrar sesión",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "Ya estás usando una cuenta de invitado.",
    INVALID_EMAIL_FORMAT: "No se pudo crear la cuenta de invitado. Contacta con soporte.",
    DELETE_ANONYMOUS_USER_DISABLED: "Las cuentas de invitado no se pueden eliminar aquí.",
    USER_IS_NOT_ANONYMOUS: "Tu cuenta no es una cuenta de invitado.",
  },
};

/** The Spanish texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "Otras cuentas",
  add: "Añadir cuenta",
  signOutAll: "Cerrar sesión en todas las cuentas",
  switched: "Ahora has iniciado sesión como {name}.",
  choose: "Elige una cuenta",
  signOutOf: "Cerrar la sesión de {name}",
  errors: {
    INVALID_SESSION_TOKEN: "Se ha cerrado la sesión de esta cuenta. Vuelve a iniciar sesión en ella.",
  },
};
