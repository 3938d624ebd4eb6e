/** The German texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Bekanntes Gerät",
    text: "Über Anmeldungen auf diesem Gerät schreiben wir Ihnen keine E-Mail.",
    forget: "Vergessen",
    forgetLabel: "{device} vergessen",
    forgotten: "Gerät vergessen. Über die nächste Anmeldung darauf schreiben wir Ihnen eine E-Mail.",
  },
  cooldown: {
    title: "Ihr Konto wurde vor Kurzem per E-Mail wiederhergestellt",
    text: "Falls jemand anderes Ihre E-Mails gelesen hat, können E-Mail-Adresse, Telefonnummer, Passkeys, Zwei-Faktor-Authentifizierung und verbundene Konten zu Ihrem Schutz bis {time} nicht geändert und Ihr Konto nicht gelöscht werden.",
    textWithPasskey:
      "Falls jemand anderes Ihre E-Mails gelesen hat, können E-Mail-Adresse, Telefonnummer, Passkeys, Zwei-Faktor-Authentifizierung und verbundene Konten zu Ihrem Schutz bis {time} nicht geändert und Ihr Konto nicht gelöscht werden. Wenn Sie das jetzt tun möchten, melden Sie sich mit einem Passkey an.",
  },
  notMe: {
    title: "Waren Sie das nicht?",
    text: "Wir melden alle Geräte ab und senden Ihnen einen Link für ein neues Passwort.",
    textWithoutReset: "Wir melden alle Geräte ab.",
    submit: "Mein Konto sichern",
    wasMe: "Das war ich",
    doneTitle: "Ihr Konto ist gesichert",
    doneWithEmail: "Alle Geräte wurden abgemeldet. In Ihrem Postfach finden Sie den Link für ein neues Passwort.",
    signedOutTitle: "Alle Geräte wurden abgemeldet",
    resetText: "Ihr Passwort ist noch dasselbe. Setzen Sie es zurück, damit sich niemand sonst damit anmelden kann.",
    changeText:
      "Ihr Passwort ist noch dasselbe. Melden Sie sich an und ändern Sie es, damit niemand sonst es verwenden kann.",
    invalidTitle: "Dieser Link ist nicht mehr gültig",
    invalidText:
      "Er wurde schon verwendet oder ist älter als 7 Tage. Wenn Sie eine Anmeldung nicht kennen, setzen Sie Ihr Passwort zurück.",
    signIn: "Anmelden",
    resetPassword: "Passwort zurücksetzen",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Ihr Konto wurde vor Kurzem per E-Mail wiederhergestellt. Nach Ablauf der Wartezeit können Sie Ihre Anmeldemethoden ändern.",
  },
};
