/** The Spanish texts of passkeys. */

import type { PasskeyTexts } from "../../passkey/texts.ts";
import { passkeySignIn } from "./passwordless.ts";
import { twoFactor } from "./two-factor.ts";

const { codesLeft, noCodesLeft, newCodes, newCodesTitle, newCodesText } = twoFactor.settings;

/** Texts for `passkeyUi`. */
export const passkey: PasskeyTexts = {
  ...passkeySignIn,
  settings: {
    codesLeft,
    noCodesLeft,
    newCodes,
    newCodesTitle,
    newCodesText,
    backupCodes: "Códigos de respaldo de llaves de acceso",
    title: "Llaves de acceso",
    none: "Inicia sesión con tu huella, tu rostro o el bloqueo de pantalla en lugar de una contraseña.",
    add: "Añadir llave de acceso",
    unnamed: "Llave de acceso",
    synced: "Sincronizada",
    notSynced: "Solo en un dispositivo",
    lastUsed: "Último uso: {time}",
    added: "Añadida el {date}",
    manage: "Gestionar {name}",
    rename: "Cambiar nombre",
    renameTitle: "Cambiar el nombre de la llave de acceso",
    renameText: "Elige un nombre que te diga dónde está guardada.",
    name: "Nombre",
    save: "Guardar",
    remove: "Eliminar",
    removeTitle: "¿Eliminar {name}?",
    removeText:
      "Ya no podrás iniciar sesión con esta llave de acceso. Se cerrará la sesión en los dispositivos en los que la hayas usado. Esta acción no se puede deshacer.",
    addedDone: "Llave de acceso añadida.",
    removed: "Llave de acceso eliminada.",
    last: "Este es tu único método de inicio de sesión. Añade otro para poder iniciar sesión si lo pierdes.",
    full: "Tienes {max} llaves de acceso, el máximo. Elimina una para añadir otra.",
  },
  proof: {
    label: "Usar una llave de acceso",
    text: "Usa tu llave de acceso para continuar.",
    submit: "Usar llave de acceso",
  },
  errors: {
    AUTH_CANCELLED: "La solicitud de la llave de acceso se ha cancelado o ha caducado. Inténtalo de nuevo.",
    NOT_SUPPORTED: "Este navegador no admite llaves de acceso.",
    ALREADY_REGISTERED: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
    CHALLENGE_NOT_FOUND: "Ha tardado demasiado. Inténtalo de nuevo.",
    FAILED_TO_VERIFY_REGISTRATION: "No se pudo verificar la llave de acceso. Inténtalo de nuevo.",
    AUTHENTICATION_FAILED: "No se pudo verificar la llave de acceso. Inténtalo de nuevo.",
    PASSKEY_NOT_FOUND: "Esta llave de acceso ya no funciona. Se ha eliminado de la cuenta.",
    PREVIOUSLY_REGISTERED: "Esta llave de acceso ya se ha añadido.",
    TOO_MANY_PASSKEYS: "Has alcanzado el máximo de llaves de acceso. Elimina una primero.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "No puedes eliminar tu único método de inicio de sesión. Añade otro primero.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "Tu sesión ha cambiado. Inténtalo de nuevo.",
    INVALID_BACKUP_CODE: "Este código de respaldo no es correcto o ya se ha usado.",
    BACKUP_CODES_NOT_ENABLED: "Los códigos de respaldo no están disponibles para tu cuenta.",
    SIGNED_IN:
      "No puedes registrarte con una llave de acceso mientras tienes una sesión iniciada. Cierra la sesión primero o regístrate de otra forma.",
    PASSKEY_SIGN_UP_DISABLED: "Aquí no puedes registrarte con una llave de acceso.",
    RESOLVED_USER_INVALID: "Aquí no puedes registrarte con una llave de acceso.",
    RESOLVE_USER_REQUIRED: "Inicia sesión para añadir una llave de acceso.",
    FAILED_TO_CREATE_USER: "No se pudo crear tu cuenta. Inténtalo de nuevo.",
  },
};
