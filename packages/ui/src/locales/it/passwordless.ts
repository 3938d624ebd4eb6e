/** The Italian texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Italian texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "Inviami un codice via email",
  signUp: "Registrati con un codice via email",
  title: "Controlla la posta",
  text: "Inserisci il codice che abbiamo inviato a questa email.",
  change: "Usa un’altra email",
  errors: {
    INVALID_OTP: "Questo codice è errato. Riprova.",
    OTP_EXPIRED: "Questo codice è scaduto. Richiedine uno nuovo.",
    TOO_MANY_ATTEMPTS: "Troppi codici errati. Richiedine uno nuovo.",
    INVALID_OTP_TYPE: "Questo codice non può essere usato qui.",
    EMAIL_ALREADY_IN_USE: "Questa email è già in uso. Provane un’altra.",
  },
};

/** The Italian texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "Inviami un link di accesso",
  signUp: "Registrati con un link via email",
  sentTitle: "Controlla la posta",
  sentText: "Apri il link in questo browser per continuare. Lo abbiamo inviato a questa email.",
  change: "Usa un’altra email",
  confirm: {
    title: "Continuare l’accesso?",
    text: "Continua solo se hai richiesto questo link. Accederai a questo account.",
    otherAccount: "Hai effettuato l’accesso come {email}. Con questo link accederai a un altro account.",
    submit: "Accedi",
    invalidTitle: "Questo link non è più valido",
    invalidText:
      "È scaduto, è già stato usato o va aperto nel browser in cui l’hai richiesto. Richiedi un nuovo link per continuare.",
    again: "Richiedi un nuovo link",
  },
  errors: {
    new_user_signup_disabled: "Non hai ancora un account e al momento le registrazioni sono chiuse.",
    failed_to_create_user: "Impossibile creare il tuo account. Riprova tra poco.",
    failed_to_create_session: "Si è verificato un errore. Riprova tra poco.",
  },
};

/** The Italian texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "Accedi con una passkey" },
  signUp: {
    button: "Registrati con una passkey",
    text: "Usa l’impronta, il viso o il blocco schermo al posto di una password.",
    submit: "Crea account",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "Usa un codice di backup",
    title: "Usa un codice di backup",
    text: "Hai perso la passkey? Inserisci uno dei tuoi codici di backup per crearne una nuova. Verrai disconnesso da tutti gli altri dispositivi.",
    code: "Codice di backup",
    submit: "Crea una nuova passkey",
  },
  nudge: {
    title: "La prossima volta accedi più velocemente",
    text: "Aggiungi una passkey per accedere con l’impronta, il viso o il blocco schermo.",
    add: "Aggiungi una passkey",
    later: "Non ora",
  },
  secondFactor: {
    choose: "Usa una passkey",
    text: "Conferma la tua identità con la passkey.",
    submit: "Continua con la passkey",
  },
};

/** The Italian texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "Accedi con il telefono",
    signUpButton: "Registrati con il telefono",
    title: "Inserisci il tuo numero di telefono",
    text: "Ti invieremo un codice via SMS. Potrebbero essere applicati costi.",
    country: "Paese",
    number: "Numero di telefono",
    submit: "Inviami un codice via SMS",
    codeTitle: "Controlla il telefono",
    codeText: "Inserisci il codice che abbiamo inviato a questo numero.",
    change: "Usa un altro numero",
  },
};

/** The Italian texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "Continua come ospite",
  banner: {
    label: "Account ospite",
    text: "Stai usando un account ospite. Crea un account per conservare i tuoi dati.",
    signUp: "Crea account",
    signIn: "Accedi",
  },
  signOut: {
    title: "Uscire dall’account ospite?",
    text: "Perderai l’accesso ai tuoi dati, perché nessuno può accedere di nuovo a un account ospite. Crea un account per conservarli.",
    confirm: "Esci",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "Stai già usando un account ospite.",
    INVALID_EMAIL_FORMAT: "Impossibile creare un account ospite. Contatta l’assistenza.",
    DELETE_ANONYMOUS_USER_DISABLED: "Gli account ospite non possono essere eliminati qui.",
    USER_IS_NOT_ANONYMOUS: "Il tuo account non è un account ospite.",
  },
};

/** The Italian texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "Altri account",
  add: "Aggiungi account",
  signOutAll: "Esci da tutti gli account",
  switched: "Ora hai effettuato l’accesso come {name}.",
  choose: "Scegli un account",
  signOutOf: "Esci da {name}",
  errors: {
    INVALID_SESSION_TOKEN: "La sessione di questo account è terminata. Accedi di nuovo.",
  },
};
