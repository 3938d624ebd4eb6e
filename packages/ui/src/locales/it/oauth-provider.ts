/** The Italian texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "App senza nome",
  title: "Consentire l’accesso a {app}?",
  text: "{app} vuole usare il tuo account {site}.",
  unverified: "App non verificata",
  unverifiedText:
    "Chiunque può registrare un’app con qualsiasi nome. Continua solo se l’operazione è partita da te e ti fidi di {host}.",
  signedInAs: "Accesso eseguito come",
  otherAccount: "Non sei tu?",
  can: "{app} potrà:",
  cannot: "{app} non potrà:",
  limits: {
    password: "Vedere la tua password",
    account: "Modificare i tuoi metodi di accesso o eliminare il tuo account",
  },
  scopes: {
    openid: "Confermare che sei tu",
    profile: "Vedere il tuo nome e la tua foto",
    email: "Vedere la tua email",
    offline_access: "Mantenere questo accesso quando non la usi",
    organization: "Vedere l’organizzazione che scegli e il tuo ruolo al suo interno",
  },
  returnTo: "Continuerai su {hosts}.",
  returnToDevice: "Continuerai in un’app su questo dispositivo.",
  privacy: "Informativa sulla privacy",
  terms: "Termini di servizio",
  allow: "Consenti",
  endedTitle: "Questa richiesta non è più valida",
  endedText: "È scaduta o ha già ricevuto una risposta. Torna all’app e ricomincia.",
  toAccount: "Vai al tuo account",
  chooseTitle: "Scegli un account",
  chooseText: "Lo userai per continuare su {app}.",
  chooseOther: "Usa un altro account",
  errorTitle: "Impossibile collegare l’app",
  errorAdvice: "Torna all’app e riprova. Se il problema continua, contatta chi la sviluppa.",
  requestErrors: {
    unknown: "L’app ha inviato una richiesta a cui non è possibile rispondere.",
    invalid_client: "L’app non è registrata qui oppure il suo accesso è disattivato.",
    invalid_request: "La richiesta è incompleta, è scaduta o porta a una pagina che l’app non ha registrato.",
    invalid_request_uri: "La richiesta dell’app è scaduta o è già stata usata.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "Questa richiesta non è più valida. Torna all’app e ricomincia.",
    INVALID_SCOPE: "L’app non ha chiesto una di queste autorizzazioni.",
    OAUTH_CLIENT_NOT_FOUND: "Questa app non esiste più.",
  },
};
