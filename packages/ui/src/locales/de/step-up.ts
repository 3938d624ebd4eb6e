/** The German texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Bekanntes Gerät",
    text: "Bei Anmeldungen auf diesem Gerät senden wir Ihnen keine E-Mail.",
    forget: "Vergessen",
    forgetLabel: "{device} vergessen",
    forgotten: "Gerät vergessen. Bei der nächsten Anmeldung darauf senden wir Ihnen eine E-Mail.",
  },
  cooldown: {
    title: "Ihr Konto wurde vor Kurzem per E-Mail wiederhergestellt",
    text: "Falls jemand anderes Ihre E-Mails gelesen hat, können Sie zu Ihrem Schutz bis {time} weder E-Mail-Adresse, Telefonnummer, Passkeys, Zwei-Faktor-Authentifizierung noch verbundene Konten ändern.",
    textWithDeletion:
      "Falls jemand anderes Ihre E-Mails gelesen hat, können Sie zu Ihrem Schutz bis {time} weder E-Mail-Adresse, Telefonnummer, Passkeys, Zwei-Faktor-Authentifizierung oder verbundene Konten ändern noch Ihr Konto löschen.",
    passkey: "Wenn Sie das jetzt tun möchten, melden Sie sich mit einem Passkey an.",
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
    resetText: "Ihr Passwort wurde nicht geändert. Setzen Sie es zurück, damit sich niemand sonst damit anmelden kann.",
    changeText:
      "Ihr Passwort wurde nicht geändert. Melden Sie sich an und ändern Sie es, damit niemand sonst es verwenden kann.",
    invalidTitle: "Dieser Link ist nicht mehr gültig",
    invalidText:
      "Er wurde schon verwendet oder ist älter als 7 Tage. Wenn Ihnen eine Anmeldung unbekannt ist, setzen Sie Ihr Passwort zurück.",
    invalidTextWithoutReset:
      "Er wurde schon verwendet oder ist älter als 7 Tage. Wenn Ihnen eine Anmeldung unbekannt ist, melden Sie sich an und prüfen Sie Ihre aktiven Sitzungen.",
    signIn: "Anmelden",
    resetPassword: "Passwort zurücksetzen",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Ihr Konto wurde vor Kurzem per E-Mail wiederhergestellt. Nach Ablauf der Wartezeit können Sie Ihre Anmeldemethoden ändern.",
  },
};
