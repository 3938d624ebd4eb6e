/** The German texts of passkeys. */

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
    backupCodes: "Backup-Codes für Passkeys",
    title: "Passkeys",
    none: "Melden Sie sich mit Fingerabdruck, Gesicht oder Displaysperre an statt mit einem Passwort.",
    add: "Passkey hinzufügen",
    unnamed: "Passkey",
    synced: "Synchronisiert",
    notSynced: "Nur auf einem Gerät",
    lastUsed: "Zuletzt verwendet {time}",
    added: "Hinzugefügt am {date}",
    manage: "{name} verwalten",
    rename: "Umbenennen",
    renameTitle: "Passkey umbenennen",
    renameText: "Wählen Sie einen Namen, an dem Sie erkennen, wo der Passkey gespeichert ist.",
    name: "Name",
    save: "Speichern",
    remove: "Entfernen",
    removeTitle: "{name} entfernen?",
    removeText:
      "Sie können sich mit diesem Passkey nicht mehr anmelden. Geräte, die sich damit angemeldet haben, werden abgemeldet. Sie können das nicht rückgängig machen.",
    addedDone: "Passkey hinzugefügt.",
    removed: "Passkey entfernt.",
    last: "Dies ist Ihre einzige Anmeldemethode. Fügen Sie eine weitere hinzu, damit Sie sich auch nach einem Verlust noch anmelden können.",
    full: "Sie haben die Höchstzahl von {max} Passkeys erreicht. Entfernen Sie einen, um einen neuen hinzuzufügen.",
  },
  proof: {
    label: "Passkey verwenden",
    text: "Verwenden Sie Ihren Passkey, um fortzufahren.",
    submit: "Passkey verwenden",
  },
  errors: {
    AUTH_CANCELLED: "Die Passkey-Anfrage wurde abgebrochen oder ist abgelaufen. Versuchen Sie es erneut.",
    NOT_SUPPORTED: "Dieser Browser unterstützt keine Passkeys.",
    ALREADY_REGISTERED: "Dieses Gerät hat bereits einen Passkey für Ihr Konto.",
    CHALLENGE_NOT_FOUND: "Das hat zu lange gedauert. Versuchen Sie es erneut.",
    FAILED_TO_VERIFY_REGISTRATION: "Der Passkey konnte nicht geprüft werden. Versuchen Sie es erneut.",
    AUTHENTICATION_FAILED: "Der Passkey konnte nicht geprüft werden. Versuchen Sie es erneut.",
    PASSKEY_NOT_FOUND: "Dieser Passkey ist nicht mehr gültig. Er wurde aus dem Konto entfernt.",
    PREVIOUSLY_REGISTERED: "Dieser Passkey wurde bereits hinzugefügt.",
    TOO_MANY_PASSKEYS: "Sie haben die Höchstzahl an Passkeys erreicht. Entfernen Sie zuerst einen.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD:
      "Sie können Ihre einzige Anmeldemethode nicht entfernen. Fügen Sie zuerst eine andere hinzu.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "Ihre Sitzung hat sich geändert. Versuchen Sie es erneut.",
    INVALID_BACKUP_CODE: "Dieser Backup-Code ist falsch oder wurde schon verwendet.",
    BACKUP_CODES_NOT_ENABLED: "Backup-Codes sind für Ihr Konto nicht verfügbar.",
    SIGNED_IN:
      "Solange Sie angemeldet sind, können Sie sich nicht mit einem Passkey registrieren. Melden Sie sich zuerst ab oder registrieren Sie sich auf andere Weise.",
    PASSKEY_SIGN_UP_DISABLED: "Sie können sich hier nicht mit einem Passkey registrieren.",
    RESOLVED_USER_INVALID: "Sie können sich hier nicht mit einem Passkey registrieren.",
    RESOLVE_USER_REQUIRED: "Melden Sie sich an, um einen Passkey hinzuzufügen.",
    FAILED_TO_CREATE_USER: "Ihr Konto konnte nicht erstellt werden. Versuchen Sie es erneut.",
  },
};
