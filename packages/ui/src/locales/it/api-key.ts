/** The Italian texts of API keys and of connecting a device. */

import type { ApiKeyTexts } from "../../api-key/texts.ts";
import type { DeviceTexts } from "../../device-authorization/texts.ts";

/** Texts for `apiKeyUi`. */
export const apiKey: ApiKeyTexts = {
  title: "Chiavi API",
  text: "Per script e servizi che agiscono a tuo nome.",
  textOfOrganization:
    "Per le integrazioni della tua organizzazione. Le chiavi continuano a funzionare quando un membro se ne va.",
  create: "Crea chiave",
  none: "Nessuna chiave API",
  unnamed: "Chiave senza nome",
  created: "Creata il {date}",
  lastUsed: "Ultimo utilizzo: {time}",
  neverUsed: "Mai usata",
  expires: "Scade il {date}",
  noExpiry: "Non scade",
  expired: "Scaduta",
  off: "Disattivata",
  replaced: "Sostituita, funziona fino al {date}",
  manage: "Gestisci {name}",
  rotate: "Sostituisci",
  turnOff: "Disattiva",
  turnOn: "Attiva",
  remove: "Elimina",
  createTitle: "Crea una chiave API",
  createText: "Dalle il nome del programma che la userà.",
  name: "Nome",
  lifetime: "Scade dopo",
  never: "Mai",
  scopes: "Autorizzazioni",
  submit: "Crea chiave",
  revealTitle: "Copia la tua chiave API",
  revealText: "Non potrai più vederla. Conservala in un luogo sicuro.",
  key: "Chiave API",
  copy: "Copia",
  done: "Fatto",
  rotateTitle: "Sostituire {name}?",
  rotateText:
    "Ricevi una nuova chiave con le stesse impostazioni. Quella vecchia funziona ancora per un giorno, così puoi passare alla nuova senza interruzioni.",
  removeTitle: "Eliminare {name}?",
  removeText:
    "I programmi che usano questa chiave smettono subito di funzionare. L’operazione non può essere annullata.",
  removed: "Chiave API eliminata.",
  turnedOff: "Chiave API disattivata.",
  turnedOn: "Chiave API attivata.",
  days: { one: "{count} giorno", many: "{count} giorni", other: "{count} giorni" },
  full: "Hai {max} chiavi API, il massimo consentito. Eliminane una per crearne un’altra.",
  errors: {
    API_KEY_LIMIT_REACHED: "Hai raggiunto il numero massimo di chiavi API. Eliminane una per crearne un’altra.",
    INVALID_NAME_LENGTH: "Questo nome è troppo lungo o troppo corto.",
    INSUFFICIENT_API_KEY_PERMISSIONS: "Non hai le autorizzazioni per farlo.",
    KEY_NOT_FOUND: "Questa chiave API non esiste più.",
    KEY_ALREADY_ROTATED: "Questa chiave API è già stata sostituita.",
    USER_NOT_MEMBER_OF_ORGANIZATION: "Non fai più parte di questa organizzazione.",
  },
};

/** Texts for `deviceAuthorizationUi`. */
export const deviceAuthorization: DeviceTexts = {
  title: "Collega un dispositivo",
  text: "Inserisci il codice mostrato dal dispositivo.",
  code: "Codice",
  submit: "Continua",
  confirmTitle: "Collegare {app}?",
  confirmText: "Controlla che il dispositivo mostri il codice {code}.",
  app: "App",
  place: "Indirizzo IP",
  device: "Dispositivo",
  asked: "Richiesta",
  scope: "Accesso",
  unknown: "Sconosciuto",
  warning:
    "Continua solo se hai avviato tu la richiesta. Qualcuno potrebbe averti inviato questo codice per entrare nel tuo account.",
  approve: "Collega dispositivo",
  deny: "Rifiuta",
  doneTitle: "Dispositivo collegato",
  doneText: "Ora puoi tornare al dispositivo.",
  deniedTitle: "Richiesta rifiutata",
  deniedText: "Il dispositivo non è stato collegato.",
  another: "Inserisci un altro codice",
  errors: {
    invalid_request: "Questo codice è errato o è già stato usato. Controlla il codice sul dispositivo.",
    expired_token: "Questo codice è scaduto. Ricomincia dal dispositivo.",
  },
};
