/** The Italian texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Dispositivo riconosciuto",
    text: "Non ti inviamo email per gli accessi da questo dispositivo.",
    forget: "Dimentica",
    forgetLabel: "Dimentica {device}",
    forgotten: "Dispositivo dimenticato. Ti invieremo un’email al prossimo accesso da questo dispositivo.",
  },
  cooldown: {
    title: "Il tuo account è stato recuperato di recente via email",
    text: "Per proteggerti nel caso qualcun altro abbia letto la tua posta, fino al {time} non puoi modificare email, numero di telefono, passkey, autenticazione a due fattori e account collegati.",
    textWithDeletion:
      "Per proteggerti nel caso qualcun altro abbia letto la tua posta, fino al {time} non puoi modificare email, numero di telefono, passkey, autenticazione a due fattori e account collegati, né eliminare il tuo account.",
    passkey: "Per farlo ora, accedi con una passkey.",
  },
  notMe: {
    title: "Non eri tu?",
    text: "Disconnetteremo tutti i dispositivi e ti invieremo un link per impostare una nuova password.",
    textWithoutReset: "Disconnetteremo tutti i dispositivi.",
    submit: "Proteggi il mio account",
    wasMe: "Ero io",
    doneTitle: "Il tuo account è protetto",
    doneWithEmail:
      "Tutti i dispositivi sono stati disconnessi. Controlla la posta per il link con cui impostare una nuova password.",
    signedOutTitle: "Tutti i dispositivi sono stati disconnessi",
    resetText: "La tua password non è cambiata. Reimpostala, così nessun altro potrà usarla per accedere.",
    changeText: "La tua password non è cambiata. Accedi e cambiala, così nessun altro potrà usarla.",
    invalidTitle: "Questo link non è più valido",
    invalidText: "È già stato usato o ha più di 7 giorni. Se non riconosci un accesso, reimposta la password.",
    invalidTextWithoutReset:
      "È già stato usato o ha più di 7 giorni. Se non riconosci un accesso, accedi e controlla le sessioni attive.",
    signIn: "Accedi",
    resetPassword: "Reimposta la password",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Il tuo account è stato recuperato di recente via email. Potrai cambiare i tuoi metodi di accesso al termine dell’attesa.",
  },
};
