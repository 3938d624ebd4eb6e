/** The German texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The German texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "Code per E-Mail senden",
  signUp: "Mit einem Code per E-Mail registrieren",
  title: "Prüfen Sie Ihr Postfach",
  text: "Geben Sie den Code ein, den wir an diese E-Mail-Adresse gesendet haben.",
  change: "Andere E-Mail-Adresse verwenden",
  errors: {
    INVALID_OTP: "Dieser Code ist falsch. Versuchen Sie es erneut.",
    OTP_EXPIRED: "Dieser Code ist abgelaufen. Fordern Sie einen neuen an.",
    TOO_MANY_ATTEMPTS: "Zu viele falsche Codes. Fordern Sie einen neuen an.",
    INVALID_OTP_TYPE: "Dieser Code kann hier nicht verwendet werden.",
    EMAIL_ALREADY_IN_USE: "Diese E-Mail-Adresse wird bereits verwendet. Versuchen Sie eine andere.",
  },
};

/** The German texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "Anmeldelink per E-Mail senden",
  signUp: "Mit einem Link per E-Mail registrieren",
  sentTitle: "Prüfen Sie Ihr Postfach",
  sentText: "Öffnen Sie den Link in diesem Browser, um fortzufahren. Wir haben ihn an diese E-Mail-Adresse gesendet.",
  change: "Andere E-Mail-Adresse verwenden",
  confirm: {
    title: "Anmeldung fortsetzen?",
    text: "Fahren Sie nur fort, wenn Sie diesen Link angefordert haben. Sie werden bei diesem Konto angemeldet.",
    otherAccount: "Sie sind als {email} angemeldet. Dieser Link meldet Sie bei einem anderen Konto an.",
    submit: "Anmelden",
    invalidTitle: "Dieser Link ist nicht mehr gültig",
    invalidText:
      "Er ist abgelaufen, wurde bereits verwendet oder muss in dem Browser geöffnet werden, in dem Sie ihn angefordert haben. Fordern Sie einen neuen Link an, um fortzufahren.",
    again: "Neuen Link anfordern",
  },
  errors: {
    new_user_signup_disabled: "Sie haben noch kein Konto, und Registrierungen sind zurzeit nicht möglich.",
    failed_to_create_user: "Ihr Konto konnte nicht erstellt werden. Versuchen Sie es gleich noch einmal.",
    failed_to_create_session: "Es ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
  },
};

/** The German texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "Mit Passkey anmelden" },
  signUp: {
    button: "Mit Passkey registrieren",
    text: "Verwenden Sie Fingerabdruck, Gesicht oder Displaysperre anstelle eines Passworts.",
    submit: "Konto erstellen",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "Backup-Code verwenden",
    title: "Backup-Code verwenden",
    text: "Passkey verloren? Geben Sie einen Ihrer Backup-Codes ein, um einen neuen zu erstellen. Überall sonst werden Sie abgemeldet.",
    code: "Backup-Code",
    submit: "Neuen Passkey erstellen",
  },
  nudge: {
    title: "Nächstes Mal schneller anmelden",
    text: "Fügen Sie einen Passkey hinzu, um sich mit Fingerabdruck, Gesicht oder Displaysperre anzumelden.",
    add: "Passkey hinzufügen",
    later: "Jetzt nicht",
  },
  secondFactor: {
    choose: "Passkey verwenden",
    text: "Bestätigen Sie Ihre Identität mit Ihrem Passkey.",
    submit: "Mit Passkey fortfahren",
  },
};

/** The German texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "Mit Telefonnummer anmelden",
    signUpButton: "Mit Telefonnummer registrieren",
    title: "Geben Sie Ihre Telefonnummer ein",
    text: "Wir senden Ihnen einen Code per SMS. Es können Gebühren anfallen.",
    country: "Land",
    number: "Telefonnummer",
    submit: "Code per SMS senden",
    codeTitle: "Prüfen Sie Ihr Telefon",
    codeText: "Geben Sie den Code ein, den wir an diese Nummer gesendet haben.",
    change: "Andere Nummer verwenden",
  },
};

/** The German texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "Als Gast fortfahren",
  banner: {
    label: "Gastkonto",
    text: "Sie verwenden ein Gastkonto. Erstellen Sie ein Konto, um Ihre Daten zu behalten.",
    signUp: "Konto erstellen",
    signIn: "Anmelden",
  },
  signOut: {
    title: "Als Gast abmelden?",
    text: "Sie verlieren den Zugriff auf Ihre Daten, denn bei einem Gastkonto kann sich niemand erneut anmelden. Erstellen Sie ein Konto, um sie zu behalten.",
    confirm: "Abmelden",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "Sie verwenden bereits ein Gastkonto.",
    INVALID_EMAIL_FORMAT: "Das Gastkonto konnte nicht erstellt werden. Wenden Sie sich an den Support.",
    DELETE_ANONYMOUS_USER_DISABLED: "Gastkonten können hier nicht gelöscht werden.",
    USER_IS_NOT_ANONYMOUS: "Ihr Konto ist kein Gastkonto.",
  },
};

/** The German texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "Weitere Konten",
  add: "Konto hinzufügen",
  signOutAll: "Von allen Konten abmelden",
  switched: "Sie sind jetzt als {name} angemeldet.",
  choose: "Konto auswählen",
  signOutOf: "Von {name} abmelden",
  errors: {
    INVALID_SESSION_TOKEN: "Dieses Konto wurde abgemeldet. Melden Sie sich erneut an.",
  },
};
