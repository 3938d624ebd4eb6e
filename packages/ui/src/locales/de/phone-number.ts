/** The German texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "Telefonnummer",
  settings: {
    none: "Nicht angegeben",
    add: "Hinzufügen",
    change: "Ändern",
    remove: "Entfernen",
    addTitle: "Telefonnummer hinzufügen",
    addText: "Wir senden Ihnen einen Code per SMS, um die Nummer zu bestätigen. Danach können Sie sich damit anmelden.",
    hint: "Mit Ländervorwahl, zum Beispiel +49 1512 3456789.",
    hintWithCountry: "Beginnen Sie bei einer Nummer aus einem anderen Land mit + und der Ländervorwahl.",
    send: "Code per SMS senden",
    codeTitle: "Code eingeben",
    codeText: "Wir haben einen Code an {phoneNumber} gesendet.",
    code: "Bestätigungscode",
    codeHint: "{digits} Ziffern",
    verify: "Nummer bestätigen",
    sendAgain: "Erneut senden",
    sendAgainIn: "Erneut senden in {seconds} s",
    sent: "Code gesendet.",
    back: "Zurück",
    saved: "Telefonnummer gespeichert.",
    removeTitle: "{phoneNumber} entfernen?",
    removeText: "Sie können sich mit dieser Nummer nicht mehr anmelden.",
    removed: "Telefonnummer entfernt.",
    last: "Dies ist Ihre einzige Anmeldemethode. Fügen Sie eine andere hinzu, bevor Sie sie entfernen.",
  },
  errors: {
    INVALID_PHONE_NUMBER:
      "Prüfen Sie die Nummer. Es muss eine Mobilnummer sein, und einige Länder werden nicht unterstützt.",
    PHONE_NUMBER_EXIST: "Ein anderes Konto verwendet diese Nummer.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "Eine Nummer muss mit einem Code bestätigt werden.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "Telefonnummer oder Passwort ist falsch. Versuchen Sie es erneut.",
    INVALID_OTP: "Dieser Code ist falsch. Versuchen Sie es erneut.",
    OTP_NOT_FOUND: "Dieser Code ist nicht mehr gültig. Fordern Sie einen neuen an.",
    OTP_EXPIRED: "Dieser Code ist abgelaufen. Fordern Sie einen neuen an.",
    TOO_MANY_ATTEMPTS: "Zu viele falsche Codes. Fordern Sie einen neuen an.",
    SEND_OTP_NOT_IMPLEMENTED: "SMS sind nicht verfügbar.",
    VERIFIED_EMAIL_REQUIRED:
      "Melden Sie sich auf diesem Gerät einmal mit Ihrer E-Mail-Adresse an. Danach können Sie Ihre Telefonnummer verwenden.",
    UNEXPECTED_ERROR: "Ihr Passwort konnte nicht zurückgesetzt werden. Versuchen Sie es erneut.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD:
      "Sie können Ihre einzige Anmeldemethode nicht entfernen. Fügen Sie zuerst eine andere hinzu.",
    FAILED_TO_CREATE_USER: "Ihr Konto konnte nicht erstellt werden. Versuchen Sie es erneut.",
  },
};
