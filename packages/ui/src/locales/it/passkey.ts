/** The Italian texts of passkeys. */

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
    backupCodes: "Codici di backup delle passkey",
    title: "Passkey",
    none: "Accedi con l’impronta, il viso o il blocco schermo invece che con una password.",
    add: "Aggiungi passkey",
    unnamed: "Passkey senza nome",
    synced: "Sincronizzata",
    notSynced: "Solo su un dispositivo",
    lastUsed: "Ultimo utilizzo: {time}",
    added: "Aggiunta il {date}",
    manage: "Gestisci {name}",
    rename: "Rinomina",
    renameTitle: "Rinomina la passkey",
    renameText: "Scegli un nome che indichi dove è salvata la passkey.",
    name: "Nome",
    save: "Salva",
    remove: "Rimuovi",
    removeTitle: "Rimuovere {name}?",
    removeText:
      "Non potrai più accedere con questa passkey. I dispositivi che l’hanno usata per accedere verranno disconnessi. L’operazione non può essere annullata.",
    addedDone: "Passkey aggiunta.",
    removed: "Passkey rimossa.",
    last: "È il tuo unico metodo di accesso. Aggiungine un altro per poter accedere anche se lo perdi.",
    full: "Hai {max} passkey, il numero massimo. Rimuovine una per aggiungerne un’altra.",
  },
  proof: {
    label: "Usa una passkey",
    text: "Usa la tua passkey per continuare.",
    submit: "Usa passkey",
  },
  errors: {
    AUTH_CANCELLED: "La richiesta della passkey è stata annullata o è scaduta. Riprova.",
    NOT_SUPPORTED: "Questo browser non supporta le passkey.",
    ALREADY_REGISTERED: "Questo dispositivo ha già una passkey per il tuo account.",
    CHALLENGE_NOT_FOUND: "È passato troppo tempo. Riprova.",
    FAILED_TO_VERIFY_REGISTRATION: "Impossibile verificare la passkey. Riprova.",
    AUTHENTICATION_FAILED: "Impossibile verificare la passkey. Riprova.",
    PASSKEY_NOT_FOUND: "Questa passkey non è più valida. È stata rimossa dall’account.",
    PREVIOUSLY_REGISTERED: "Questa passkey è già stata aggiunta.",
    TOO_MANY_PASSKEYS: "Hai raggiunto il numero massimo di passkey. Rimuovine prima una.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "Non puoi rimuovere il tuo unico metodo di accesso. Aggiungine prima un altro.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "La tua sessione è cambiata. Riprova.",
    INVALID_BACKUP_CODE: "Questo codice di backup è errato o è già stato usato.",
    BACKUP_CODES_NOT_ENABLED: "I codici di backup non sono disponibili per il tuo account.",
    SIGNED_IN:
      "Non puoi registrarti con una passkey mentre hai effettuato l’accesso. Esci prima o registrati in un altro modo.",
    PASSKEY_SIGN_UP_DISABLED: "Qui non puoi registrarti con una passkey.",
    RESOLVED_USER_INVALID: "Qui non puoi registrarti con una passkey.",
    RESOLVE_USER_REQUIRED: "Accedi per aggiungere una passkey.",
    FAILED_TO_CREATE_USER: "Impossibile creare il tuo account. Riprova.",
  },
};
