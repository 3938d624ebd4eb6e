/** The Italian texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "Numero di telefono",
  settings: {
    none: "Non impostato",
    add: "Aggiungi",
    change: "Cambia",
    remove: "Rimuovi",
    addTitle: "Aggiungi un numero di telefono",
    addText: "Ti invieremo un codice via SMS per verificare il numero. Potrai poi usarlo per accedere.",
    hint: "Con il prefisso internazionale, ad esempio +39 312 345 6789.",
    hintWithCountry: "Per un numero di un altro paese, inizia con + e il prefisso.",
    send: "Inviami un codice via SMS",
    codeTitle: "Inserisci il codice",
    codeText: "Abbiamo inviato un codice a {phoneNumber}.",
    code: "Codice di verifica",
    codeHint: "{digits} cifre",
    verify: "Verifica numero",
    sendAgain: "Invia di nuovo",
    sendAgainIn: "Invia di nuovo tra {seconds} s",
    sent: "Codice inviato.",
    back: "Indietro",
    saved: "Numero di telefono salvato.",
    removeTitle: "Rimuovere {phoneNumber}?",
    removeText: "Non potrai più accedere con questo numero.",
    removed: "Numero di telefono rimosso.",
    last: "È il tuo unico metodo di accesso. Aggiungine un altro prima di rimuoverlo.",
  },
  errors: {
    INVALID_PHONE_NUMBER: "Controlla il numero. Deve essere un cellulare, e alcuni paesi non sono supportati.",
    PHONE_NUMBER_EXIST: "Un altro account usa questo numero.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "Un numero va verificato con un codice.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "Numero di telefono o password errati. Riprova.",
    INVALID_OTP: "Questo codice è errato. Riprova.",
    OTP_NOT_FOUND: "Questo codice non è più valido. Richiedine uno nuovo.",
    OTP_EXPIRED: "Questo codice è scaduto. Richiedine uno nuovo.",
    TOO_MANY_ATTEMPTS: "Troppi codici errati. Richiedine uno nuovo.",
    SEND_OTP_NOT_IMPLEMENTED: "Gli SMS non sono disponibili.",
    VERIFIED_EMAIL_REQUIRED:
      "Accedi una volta con la tua email su questo dispositivo. Poi potrai usare il numero di telefono.",
    UNEXPECTED_ERROR: "Impossibile reimpostare la password. Riprova.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "Non puoi rimuovere il tuo unico metodo di accesso. Aggiungine prima un altro.",
    FAILED_TO_CREATE_USER: "Impossibile creare il tuo account. Riprova.",
  },
};
