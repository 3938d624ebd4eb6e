/** The Spanish texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "Número de teléfono",
  settings: {
    none: "Sin definir",
    add: "Añadir",
    change: "Cambiar",
    remove: "Eliminar",
    addTitle: "Añadir un número de teléfono",
    addText: "Te enviaremos un código por SMS para verificar el número. Después podrás iniciar sesión con él.",
    hint: "Con el prefijo del país, por ejemplo +34 612 34 56 78.",
    hintWithCountry: "Para un número de otro país, empieza por + y el prefijo.",
    send: "Enviarme un código por SMS",
    codeTitle: "Introduce el código",
    codeText: "Hemos enviado un código a {phoneNumber}.",
    code: "Código de verificación",
    codeHint: "{digits} dígitos",
    verify: "Verificar número",
    sendAgain: "Volver a enviar",
    sendAgainIn: "Volver a enviar en {seconds} s",
    sent: "Código enviado.",
    back: "Atrás",
    saved: "Número de teléfono guardado.",
    removeTitle: "¿Eliminar {phoneNumber}?",
    removeText: "Ya no podrás iniciar sesión con este número.",
    removed: "Número de teléfono eliminado.",
    last: "Este es tu único método de inicio de sesión. Añade otro antes de eliminarlo.",
  },
  errors: {
    INVALID_PHONE_NUMBER: "Comprueba el número. Debe ser un móvil, y algunos países no están disponibles.",
    PHONE_NUMBER_EXIST: "Otra cuenta usa este número.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "Un número debe verificarse con un código.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "El número de teléfono o la contraseña no son correctos. Inténtalo de nuevo.",
    INVALID_OTP: "Este código no es correcto. Inténtalo de nuevo.",
    OTP_NOT_FOUND: "Este código ya no es válido. Solicita uno nuevo.",
    OTP_EXPIRED: "Este código ha caducado. Solicita uno nuevo.",
    TOO_MANY_ATTEMPTS: "Demasiados códigos incorrectos. Solicita uno nuevo.",
    SEND_OTP_NOT_IMPLEMENTED: "Los SMS no están disponibles.",
    VERIFIED_EMAIL_REQUIRED:
      "Inicia sesión una vez con tu correo en este dispositivo. Después podrás usar tu número de teléfono.",
    UNEXPECTED_ERROR: "No se pudo restablecer tu contraseña. Inténtalo de nuevo.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "No puedes eliminar tu único método de inicio de sesión. Añade otro primero.",
    FAILED_TO_CREATE_USER: "No se pudo crear tu cuenta. Inténtalo de nuevo.",
  },
};
