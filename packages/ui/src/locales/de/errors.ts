/** The German texts of errors, by code. */

import type { ErrorTexts } from "../../texts/errors.ts";

const unavailable = "Diese Anmeldemethode ist nicht verfügbar.";
const expiredConnection =
  "Die Verbindung zu diesem Anbieter ist abgelaufen. Verbinden Sie ihn erneut, um fortzufahren.";
const redirectNotAllowed = "Diese Weiterleitungsadresse ist nicht erlaubt. Wenden Sie sich an den Support.";
const pageNotAllowed = "Anfragen von dieser Seite sind nicht erlaubt. Wenden Sie sich an den Support.";
const anotherAccount = "Dieser Link gehört zu einem anderen Konto oder seine E-Mail-Adresse wird schon verwendet.";
const signedOut = "Sie sind abgemeldet. Melden Sie sich an, um fortzufahren.";

/** The German texts of errors, by code. */
export const errors: ErrorTexts = {
  unknown: "Es ist ein Fehler aufgetreten: {message}",
  INVALID_EMAIL_OR_PASSWORD: "E-Mail-Adresse oder Passwort ist falsch. Versuchen Sie es erneut.",
  INVALID_EMAIL: "Geben Sie eine gültige E-Mail-Adresse ein.",
  PASSWORD_TOO_SHORT: "Dieses Passwort ist zu kurz. Wählen Sie ein längeres.",
  PASSWORD_TOO_LONG: "Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.",
  PASSWORD_TOO_OBVIOUS:
    "Das Passwort darf nicht Ihre E-Mail-Adresse oder Ihr Benutzername sein. Wählen Sie ein anderes.",
  USER_ALREADY_EXISTS:
    "Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich an oder verwenden Sie eine andere.",
  EMAIL_NOT_VERIFIED:
    "Bestätigen Sie Ihre E-Mail-Adresse, um sich anzumelden. Öffnen Sie den Link, den wir gesendet haben.",
  EMAIL_PASSWORD_DISABLED: "Die Anmeldung mit Passwort ist nicht verfügbar. Verwenden Sie eine andere Methode.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Die Registrierung ist zurzeit geschlossen.",
  INVALID_PASSWORD: "Das Passwort ist falsch. Versuchen Sie es erneut.",
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    "Ihr Konto hat noch kein Passwort. Verwenden Sie „Passwort vergessen?“, um eines festzulegen.",
  PASSWORD_ALREADY_SET: "Ihr Konto hat schon ein Passwort.",
  RESET_PASSWORD_DISABLED: "Passwörter können nicht zurückgesetzt werden. Wenden Sie sich an den Support.",
  VERIFICATION_EMAIL_NOT_ENABLED: "Bestätigungs-E-Mails sind nicht verfügbar. Wenden Sie sich an den Support.",
  EMAIL_ALREADY_VERIFIED: "Ihre E-Mail-Adresse ist schon bestätigt.",
  EMAIL_MISMATCH:
    "Sie sind mit einer anderen E-Mail-Adresse angemeldet. Melden Sie sich ab und versuchen Sie es erneut.",
  INVALID_TOKEN: "Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.",
  TOKEN_EXPIRED: "Dieser Link ist abgelaufen. Fordern Sie einen neuen an.",
  USER_NOT_FOUND: "Dieses Konto gibt es nicht mehr.",
  INVALID_USER: anotherAccount,
  token_expired: "Dieser Link ist abgelaufen. Fordern Sie einen neuen an.",
  invalid_token: "Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.",
  user_not_found: "Das Konto zu diesem Link gibt es nicht mehr.",
  unauthorized: `${anotherAccount} Melden Sie sich ab und öffnen Sie den Link dann erneut.`,
  CHANGE_EMAIL_DISABLED: "E-Mail-Adressen können hier nicht geändert werden.",
  EMAIL_IS_THE_SAME: "Das ist schon Ihre E-Mail-Adresse.",
  EMAIL_CHANGE_NOT_FOUND: "Diese Änderung wurde schon abgeschlossen oder abgebrochen.",
  COULDNT_UPDATE_YOUR_EMAIL: "Diese E-Mail-Adresse kann nicht verwendet werden. Versuchen Sie eine andere.",
  EMAIL_CAN_NOT_BE_UPDATED: "Ändern Sie Ihre E-Mail-Adresse stattdessen im Abschnitt „E-Mail-Adresse“.",
  NO_FIELDS_TO_UPDATE: "Es gibt keine Änderungen zu speichern.",
  FAILED_TO_UPDATE_USER: "Ihre Änderungen konnten nicht gespeichert werden. Einer der Werte wird schon verwendet.",
  INVALID_IMAGE: "Geben Sie die Adresse eines Bildes ein, zum Beispiel https://example.com/ich.png.",
  SESSION_EXPIRED: "Bestätigen Sie Ihre Identität und versuchen Sie es dann erneut.",
  DELETE_USER_DISABLED: "Konten können hier nicht gelöscht werden. Wenden Sie sich an den Support.",
  FAILED_TO_GET_USER_INFO: "Melden Sie sich an und öffnen Sie diesen Link dann erneut.",
  FAILED_TO_GET_SESSION: "Ihre Sitzung konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.",
  FAILED_TO_CREATE_USER: "Ihr Konto konnte nicht erstellt werden. Versuchen Sie es gleich noch einmal.",
  FAILED_TO_CREATE_SESSION: "Die Anmeldung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.",
  PROVIDER_NOT_FOUND: unavailable,
  PROVIDER_NOT_CONFIGURED: unavailable,
  PROVIDER_NOT_SUPPORTED: unavailable,
  PROVIDER_UNAVAILABLE: "Der Anbieter antwortet nicht. Versuchen Sie es gleich noch einmal.",
  ID_TOKEN_NOT_SUPPORTED: "Dieser Anbieter unterstützt diese Art der Anmeldung nicht.",
  USER_EMAIL_NOT_FOUND:
    "Der Anbieter hat Ihre E-Mail-Adresse nicht mitgeteilt. Erlauben Sie den Zugriff darauf oder verwenden Sie eine andere Methode.",
  OAUTH_LINK_ERROR:
    "Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich zuerst dort an und verbinden Sie dann diesen Anbieter.",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "Dieses Konto ist schon mit einem anderen Benutzer verbunden.",
  LINKING_NOT_ALLOWED: "Dieses Konto kann nicht mit Ihrem verbunden werden.",
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED:
    "Dieses Konto hat eine andere E-Mail-Adresse und kann deshalb nicht mit Ihrem verbunden werden.",
  LINKING_FAILED: "Dieses Konto konnte nicht verbunden werden. Versuchen Sie es erneut.",
  ACCOUNT_NOT_FOUND: "Diese Anmeldemethode ist nicht mit Ihrem Konto verbunden.",
  FAILED_TO_UNLINK_LAST_ACCOUNT:
    "Dies ist Ihre einzige Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",
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
  NOT_FOUND: "Wir konnten nicht finden, was Sie suchen.",
  FORBIDDEN: "Sie haben keine Berechtigung dafür.",
  PAYLOAD_TOO_LARGE: "Das ist zu lang. Kürzen Sie es und versuchen Sie es erneut.",
  FIELD_NOT_ALLOWED: "Eines dieser Felder kann hier nicht festgelegt werden.",
  VALIDATION_ERROR: "Einige Felder sind ungültig. Prüfen Sie sie und versuchen Sie es erneut.",
  UNAUTHORIZED: signedOut,
  SESSION_NOT_FRESH: "Bestätigen Sie Ihre Identität und versuchen Sie es dann erneut.",
  GUEST_NOT_ALLOWED: "Registrieren Sie sich zuerst. Gäste können das nicht.",
  NOT_ALLOWED_WHILE_IMPERSONATING: "Das geht nicht, während Sie als anderer Benutzer angemeldet sind.",
  TOO_MANY_REQUESTS: "Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.",
  SERVICE_UNAVAILABLE: "Der Dienst ist vorübergehend nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  INTERNAL_SERVER_ERROR: "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
  NETWORK_ERROR: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  UNEXPECTED_ANSWER: "Die Antwort des Servers war unerwartet. Versuchen Sie es gleich noch einmal.",
  INVALID_ORIGIN: pageNotAllowed,
  MISSING_OR_NULL_ORIGIN: pageNotAllowed,
};
