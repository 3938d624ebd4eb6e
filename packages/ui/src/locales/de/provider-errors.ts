/** The German texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "Die Anmeldung mit diesem Anbieter ist nicht richtig eingerichtet. Wenden Sie sich an den Support.";

/** The German texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown:
    "Die Anmeldung mit diesem Anbieter ist fehlgeschlagen. Versuchen Sie es erneut oder verwenden Sie eine andere Methode.",
  invalid_callback_request: "Die Antwort des Anbieters war ungültig. Beginnen Sie von vorn.",
  state_not_found: "Dieser Anmeldeversuch konnte nicht geprüft werden. Beginnen Sie von vorn.",
  please_restart_the_process:
    "Dieser Anmeldeversuch ist abgelaufen, wurde schon verwendet oder in einem anderen Browser begonnen. Beginnen Sie von vorn.",
  no_code: "Der Anbieter hat die Anmeldung nicht abgeschlossen. Versuchen Sie es erneut.",
  no_callback_url: "Wir konnten Sie nicht dorthin zurückbringen, wo Sie begonnen haben. Beginnen Sie von vorn.",
  oauth_provider_not_found: "Diese Anmeldemethode ist nicht verfügbar.",
  invalid_code: "Der Anbieter konnte Ihre Identität nicht bestätigen. Versuchen Sie es erneut.",
  issuer_missing: "Die Antwort des Anbieters konnte nicht geprüft werden. Versuchen Sie es erneut.",
  issuer_mismatch: "Die Antwort kam von einem anderen Anbieter als dem gewählten. Beginnen Sie von vorn.",
  unable_to_get_user_info: "Ihr Profil konnte nicht vom Anbieter geladen werden. Versuchen Sie es gleich noch einmal.",
  email_not_found:
    "Der Anbieter hat Ihre E-Mail-Adresse nicht mitgeteilt. Erlauben Sie den Zugriff darauf oder verwenden Sie eine andere Methode.",
  email_required:
    "Der Anbieter hat Ihre E-Mail-Adresse nicht mitgeteilt. Wir brauchen sie für die Anmeldung. Beginnen Sie von vorn und geben Sie sie ein.",
  email_not_verified:
    "Bestätigen Sie zuerst Ihre E-Mail-Adresse. Öffnen Sie den Link, den wir gesendet haben, und melden Sie sich dann erneut an.",
  email_does_not_match:
    "Dieses Konto hat eine andere E-Mail-Adresse und kann deshalb nicht mit Ihrem verbunden werden.",
  account_already_linked_to_different_user:
    "Dieses Konto ist schon mit einem anderen Benutzer verbunden. Trennen Sie zuerst diese Verbindung.",
  unable_to_link_account: "Dieses Konto konnte nicht verbunden werden. Versuchen Sie es erneut.",
  session_not_fresh: "Bestätigen Sie Ihre Identität und verbinden Sie das Konto dann erneut.",
  account_not_linked:
    "Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich wie gewohnt an und verbinden Sie diesen Anbieter dann in den Kontoeinstellungen.",
  signup_disabled: "Sie haben noch kein Konto und können sich mit diesem Anbieter nicht registrieren.",
  unable_to_create_user:
    "Ihr Konto konnte nicht erstellt werden. Versuchen Sie es erneut oder verwenden Sie eine andere Methode.",
  unable_to_create_session: "Die Anmeldung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.",
  internal_server_error: "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
  access_denied:
    "Sie haben die Anmeldung abgebrochen oder der Anbieter hat sie abgelehnt. Es hat sich nichts geändert.",
  login_required: "Melden Sie sich zuerst beim Anbieter an und versuchen Sie es dann erneut.",
  interaction_required: "Der Anbieter braucht weitere Angaben von Ihnen. Versuchen Sie es erneut.",
  account_selection_required: "Wählen Sie beim Anbieter ein Konto und versuchen Sie es dann erneut.",
  consent_required: "Der Anbieter braucht zuerst Ihre Zustimmung. Versuchen Sie es erneut.",
  server_error: "Beim Anbieter ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
  temporarily_unavailable: "Der Anbieter ist vorübergehend nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
