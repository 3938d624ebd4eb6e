/** The Italian texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "L’accesso con questo provider non è configurato correttamente. Contatta l’assistenza.";

/** The Italian texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "Accesso con questo provider non riuscito. Riprova o usa un altro metodo.",
  invalid_callback_request: "La risposta del provider non è valida. Ricomincia.",
  state_not_found: "Impossibile verificare questo tentativo di accesso. Ricomincia.",
  please_restart_the_process:
    "Questo tentativo di accesso è scaduto, è già stato usato o è iniziato in un altro browser. Ricomincia.",
  no_code: "Il provider non ha completato l’accesso. Riprova.",
  no_callback_url: "Non siamo riusciti a riportarti al punto di partenza. Ricomincia.",
  oauth_provider_not_found: "Questo metodo di accesso non è disponibile.",
  invalid_code: "Il provider non ha potuto confermare la tua identità. Riprova.",
  issuer_missing: "Impossibile verificare la risposta del provider. Riprova.",
  issuer_mismatch: "La risposta proviene da un provider diverso da quello scelto. Ricomincia.",
  unable_to_get_user_info: "Impossibile ottenere il tuo profilo dal provider. Riprova tra poco.",
  email_not_found: "Il provider non ha comunicato la tua email. Consenti l’accesso o usa un altro metodo.",
  email_required: "Il provider non ha comunicato la tua email, che ci serve per l’accesso. Ricomincia e inseriscila.",
  email_not_verified: "Verifica prima la tua email. Apri il link che ti abbiamo inviato e accedi di nuovo.",
  email_does_not_match: "Questo account usa un’altra email e non può essere collegato al tuo.",
  account_already_linked_to_different_user: "Questo account è già collegato a un altro utente. Prima scollegalo da lì.",
  unable_to_link_account: "Impossibile collegare questo account. Riprova.",
  session_not_fresh: "Conferma la tua identità e collega di nuovo l’account.",
  account_not_linked:
    "Esiste già un account con questa email. Accedi come al solito e collega questo provider nelle impostazioni dell’account.",
  signup_disabled: "Non hai ancora un account e non puoi registrarti con questo provider.",
  unable_to_create_user: "Impossibile creare il tuo account. Riprova o usa un altro metodo.",
  unable_to_create_session: "Accesso non riuscito. Riprova tra poco.",
  internal_server_error: "Si è verificato un errore da parte nostra. Riprova tra poco.",
  access_denied: "Hai annullato l’accesso o il provider l’ha negato. Non è cambiato nulla.",
  login_required: "Accedi prima presso il provider e poi riprova.",
  interaction_required: "Il provider ha bisogno di altre informazioni. Riprova.",
  account_selection_required: "Scegli un account presso il provider e poi riprova.",
  consent_required: "Il provider ha prima bisogno del tuo consenso. Riprova.",
  server_error: "Si è verificato un errore presso il provider. Riprova tra poco.",
  temporarily_unavailable: "Il provider è temporaneamente non disponibile. Riprova tra poco.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
