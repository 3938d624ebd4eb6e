/** The German texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "App ohne Namen",
  title: "{app} den Zugriff erlauben?",
  text: "{app} möchte Ihr {site}-Konto verwenden.",
  unverified: "Nicht geprüfte App",
  unverifiedText:
    "Jeder kann eine App unter beliebigem Namen registrieren. Fahren Sie nur fort, wenn Sie dies selbst gestartet haben und {host} vertrauen.",
  signedInAs: "Angemeldet als",
  otherAccount: "Nicht Sie?",
  can: "{app} kann dann:",
  cannot: "{app} kann nicht:",
  limits: {
    password: "Ihr Passwort sehen",
    account: "Ihre Anmeldemethoden ändern oder Ihr Konto löschen",
  },
  scopes: {
    openid: "Bestätigen, dass Sie es sind",
    profile: "Ihren Namen und Ihr Bild sehen",
    email: "Ihre E-Mail-Adresse sehen",
    offline_access: "Diesen Zugriff behalten, auch wenn Sie die App nicht verwenden",
    organization: "Die Organisation, die Sie auswählen, und Ihre Rolle darin sehen",
  },
  returnTo: "Danach geht es weiter zu {hosts}.",
  returnToDevice: "Danach geht es in einer App auf diesem Gerät weiter.",
  privacy: "Datenschutzerklärung",
  terms: "Nutzungsbedingungen",
  allow: "Erlauben",
  endedTitle: "Diese Anfrage ist nicht mehr gültig",
  endedText: "Sie ist abgelaufen oder wurde schon beantwortet. Kehren Sie zur App zurück und beginnen Sie von vorn.",
  toAccount: "Zu Ihrem Konto",
  chooseTitle: "Konto auswählen",
  chooseText: "Damit geht es weiter zu {app}.",
  chooseOther: "Anderes Konto verwenden",
  errorTitle: "Die App konnte nicht verbunden werden",
  errorAdvice:
    "Kehren Sie zur App zurück und versuchen Sie es erneut. Wenn das nicht hilft, wenden Sie sich an den Entwickler der App.",
  requestErrors: {
    unknown: "Die Anfrage der App lässt sich nicht beantworten.",
    invalid_client: "Die App ist hier nicht registriert, oder ihr Zugriff ist ausgeschaltet.",
    invalid_request:
      "Die Anfrage ist unvollständig oder abgelaufen, oder sie führt zu einer Seite, die die App nicht registriert hat.",
    invalid_request_uri: "Die Anfrage der App ist abgelaufen oder wurde schon verwendet.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "Diese Anfrage ist nicht mehr gültig. Kehren Sie zur App zurück und beginnen Sie von vorn.",
    INVALID_SCOPE: "Eine dieser Berechtigungen hat die App nicht angefragt.",
    OAUTH_CLIENT_NOT_FOUND: "Diese App gibt es nicht mehr.",
  },
};
