/** The Spanish texts of errors, by code. */

import type { ErrorTexts } from "../../texts/errors.ts";

const linkExpired = "Este enlace ha caducado. Solicita uno nuevo.";
const linkInvalid = "Este enlace ya no es válido. Solicita uno nuevo.";
const confirmFirst = "Confirma que eres tú y vuelve a intentarlo.";
const unavailable = "Este método de inicio de sesión no está disponible.";
const expiredConnection = "La conexión con este proveedor ha caducado. Vuelve a conectarlo para continuar.";
const redirectNotAllowed = "La URL de redirección no está permitida. Contacta con soporte.";
const pageNotAllowed = "No se permiten solicitudes desde esta página. Contacta con soporte.";
const anotherAccount = "Este enlace pertenece a otra cuenta o su correo electrónico ya está en uso.";
const signedOut = "Se ha cerrado tu sesión. Inicia sesión para continuar.";

/** The Spanish texts of errors, by code. */
export const errors: ErrorTexts = {
  unknown: "Se ha producido un error: {message}",
  INVALID_EMAIL_OR_PASSWORD: "El correo electrónico o la contraseña no son correctos. Inténtalo de nuevo.",
  INVALID_EMAIL: "Introduce un correo electrónico válido.",
  PASSWORD_TOO_SHORT: "Esta contraseña es demasiado corta. Elige una más larga.",
  PASSWORD_TOO_LONG: "Esta contraseña es demasiado larga. Elige una más corta.",
  PASSWORD_TOO_OBVIOUS: "La contraseña no puede ser tu correo electrónico ni tu nombre de usuario. Elige otra.",
  USER_ALREADY_EXISTS: "Ya existe una cuenta con este correo electrónico. Inicia sesión o usa otro.",
  EMAIL_NOT_VERIFIED: "Verifica tu correo electrónico para iniciar sesión. Abre el enlace que te hemos enviado.",
  EMAIL_PASSWORD_DISABLED: "El inicio de sesión con contraseña no está disponible. Usa otro método.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "El registro está cerrado en este momento.",
  INVALID_PASSWORD: "La contraseña no es correcta. Inténtalo de nuevo.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "Tu cuenta aún no tiene una contraseña. Restablece la contraseña para crear una.",
  PASSWORD_ALREADY_SET: "Tu cuenta ya tiene una contraseña.",
  RESET_PASSWORD_DISABLED: "No es posible restablecer la contraseña. Contacta con soporte.",
  VERIFICATION_EMAIL_NOT_ENABLED: "Los correos de verificación no están disponibles. Contacta con soporte.",
  EMAIL_ALREADY_VERIFIED: "Tu correo electrónico ya está verificado.",
  EMAIL_MISMATCH: "Has iniciado sesión con otro correo electrónico. Cierra la sesión y vuelve a intentarlo.",
  INVALID_TOKEN: linkInvalid,
  TOKEN_EXPIRED: linkExpired,
  USER_NOT_FOUND: "Esta cuenta ya no existe.",
  INVALID_USER: anotherAccount,
  token_expired: linkExpired,
  invalid_token: linkInvalid,
  user_not_found: "La cuenta de este enlace ya no existe.",
  unauthorized: `${anotherAccount} Cierra la sesión y vuelve a abrir el enlace.`,
  CHANGE_EMAIL_DISABLED: "El correo electrónico no se puede cambiar aquí.",
  EMAIL_IS_THE_SAME: "Ese ya es tu correo electrónico.",
  EMAIL_CHANGE_NOT_FOUND: "Este cambio ya se ha completado o cancelado.",
  COULDNT_UPDATE_YOUR_EMAIL: "Este correo electrónico no se puede usar. Prueba con otro.",
  EMAIL_CAN_NOT_BE_UPDATED: "Cambia tu correo electrónico en la sección «Correo electrónico».",
  NO_FIELDS_TO_UPDATE: "No hay cambios que guardar.",
  FAILED_TO_UPDATE_USER: "No se pudieron guardar los cambios. Uno de los valores ya está en uso.",
  INVALID_IMAGE: "Introduce la URL de una imagen, por ejemplo, https://example.com/yo.png.",
  SESSION_EXPIRED: confirmFirst,
  DELETE_USER_DISABLED: "Las cuentas no se pueden eliminar aquí. Contacta con soporte.",
  FAILED_TO_GET_USER_INFO: "Inicia sesión y vuelve a abrir este enlace.",
  FAILED_TO_GET_SESSION: "No se pudo cargar tu sesión. Inténtalo de nuevo en unos instantes.",
  FAILED_TO_CREATE_USER: "No se pudo crear tu cuenta. Inténtalo de nuevo en unos instantes.",
  FAILED_TO_CREATE_SESSION: "No se pudo iniciar sesión. Inténtalo de nuevo en unos instantes.",
  PROVIDER_NOT_FOUND: unavailable,
  PROVIDER_NOT_CONFIGURED: unavailable,
  PROVIDER_NOT_SUPPORTED: unavailable,
  PROVIDER_UNAVAILABLE: "El proveedor no responde. Inténtalo de nuevo en unos instantes.",
  ID_TOKEN_NOT_SUPPORTED: "Este proveedor no admite esta forma de iniciar sesión.",
  USER_EMAIL_NOT_FOUND:
    "El proveedor no ha compartido tu correo electrónico. Permite el acceso a él o usa otro método de inicio de sesión.",
  OAUTH_LINK_ERROR:
    "Ya existe una cuenta con este correo electrónico. Inicia sesión en ella primero y luego conecta este proveedor.",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "Esta cuenta ya está conectada a otro usuario.",
  LINKING_NOT_ALLOWED: "Esta cuenta no se puede conectar a la tuya.",
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED:
    "Esta cuenta usa otro correo electrónico, por lo que no se puede conectar a la tuya.",
  LINKING_FAILED: "No se pudo conectar esta cuenta. Inténtalo de nuevo.",
  ACCOUNT_NOT_FOUND: "Este método de inicio de sesión no está conectado a tu cuenta.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "Este es tu único método de inicio de sesión. Añade otro antes de quitarlo.",
  USER_ID_OR_SESSION_REQUIRED: signedOut,
  TOKEN_REFRESH_NOT_SUPPORTED: expiredConnection,
  REFRESH_TOKEN_NOT_FOUND: expiredConnection,
  FAILED_TO_GET_ACCESS_TOKEN: expiredConnection,
  FAILED_TO_REFRESH_ACCESS_TOKEN: expiredConnection,
  ACCESS_TOKEN_NOT_FOUND: expiredConnection,
  INVALID_CALLBACK_URL: redirectNotAllowed,
  INVALID_REDIRECT_URL: redirectNotAllowed,
  INVALID_ERROR_CALLBACK_URL: redirectNotAllowed,
  INVALID_NEW_USER_CALLBACK_URL: redirectNotAllowed,
  NOT_FOUND: "No encontramos lo que buscabas.",
  FORBIDDEN: "No tienes permiso para hacer esto.",
  PAYLOAD_TOO_LARGE: "Es demasiado largo. Acórtalo y vuelve a intentarlo.",
  FIELD_NOT_ALLOWED: "Uno de estos campos no se puede definir aquí.",
  VALIDATION_ERROR: "Algunos campos no son válidos. Revísalos y vuelve a intentarlo.",
  UNAUTHORIZED: signedOut,
  SESSION_NOT_FRESH: confirmFirst,
  GUEST_NOT_ALLOWED: "Regístrate primero. Los invitados no pueden hacer esto.",
  NOT_ALLOWED_WHILE_IMPERSONATING: "No puedes hacer esto mientras actúas como otro usuario.",
  TOO_MANY_REQUESTS: "Demasiados intentos. Espera un momento y vuelve a intentarlo.",
  SERVICE_UNAVAILABLE: "El servicio no está disponible temporalmente. Inténtalo de nuevo en unos instantes.",
  INTERNAL_SERVER_ERROR: "Se ha producido un error en nuestro sistema. Inténtalo de nuevo en unos instantes.",
  NETWORK_ERROR: "No se pudo conectar con el servidor. Comprueba tu conexión y vuelve a intentarlo.",
  UNEXPECTED_ANSWER: "El servidor ha enviado una respuesta inesperada. Inténtalo de nuevo en unos instantes.",
  INVALID_ORIGIN: pageNotAllowed,
  MISSING_OR_NULL_ORIGIN: pageNotAllowed,
};
