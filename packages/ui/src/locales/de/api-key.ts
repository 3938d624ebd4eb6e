/** The German texts of API keys and of connecting a device. */

import type { ApiKeyTexts } from "../../api-key/texts.ts";
import type { DeviceTexts } from "../../device-authorization/texts.ts";

/** Texts for `apiKeyUi`. */
export const apiKey: ApiKeyTexts = {
  title: "API-Schlüssel",
  text: "Für Skripte und Dienste, die in Ihrem Namen handeln.",
  textOfOrganization:
    "Für die Integrationen Ihrer Organisation. Schlüssel funktionieren weiter, wenn ein Mitglied geht.",
  create: "Schlüssel erstellen",
  none: "Noch keine API-Schlüssel",
  unnamed: "Schlüssel ohne Namen",
  created: "Erstellt am {date}",
  lastUsed: "Zuletzt verwendet {time}",
  neverUsed: "Nie verwendet",
  expires: "Läuft am {date} ab",
  noExpiry: "Läuft nicht ab",
  expired: "Abgelaufen",
  off: "Aus",
  replaced: "Ersetzt, funktioniert bis {date}",
  manage: "{name} verwalten",
  rotate: "Ersetzen",
  turnOff: "Ausschalten",
  turnOn: "Einschalten",
  remove: "Löschen",
  createTitle: "API-Schlüssel erstellen",
  createText: "Benennen Sie den Schlüssel nach dem Programm, das ihn verwendet.",
  name: "Name",
  lifetime: "Läuft ab nach",
  never: "Nie",
  scopes: "Berechtigungen",
  submit: "Schlüssel erstellen",
  revealTitle: "Kopieren Sie Ihren API-Schlüssel",
  revealText: "Er wird nicht noch einmal angezeigt. Bewahren Sie ihn sicher auf.",
  key: "API-Schlüssel",
  copy: "Kopieren",
  done: "Fertig",
  rotateTitle: "{name} ersetzen?",
  rotateText:
    "Sie erhalten einen neuen Schlüssel mit denselben Einstellungen. Der alte funktioniert noch einen Tag, damit Sie ohne Unterbrechung wechseln können.",
  removeTitle: "{name} löschen?",
  removeText: "Programme mit diesem Schlüssel funktionieren sofort nicht mehr. Sie können das nicht rückgängig machen.",
  removed: "API-Schlüssel gelöscht.",
  turnedOff: "API-Schlüssel ausgeschaltet.",
  turnedOn: "API-Schlüssel eingeschaltet.",
  days: { one: "{count} Tag", other: "{count} Tage" },
  full: "Sie haben {max} API-Schlüssel, mehr sind nicht möglich. Löschen Sie einen, um einen neuen zu erstellen.",
  errors: {
    API_KEY_LIMIT_REACHED:
      "Sie haben die höchste Anzahl an API-Schlüsseln erreicht. Löschen Sie einen, um einen neuen zu erstellen.",
    INVALID_NAME_LENGTH: "Dieser Name ist zu lang oder zu kurz.",
    INSUFFICIENT_API_KEY_PERMISSIONS: "Dafür fehlen Ihnen die Berechtigungen.",
    KEY_NOT_FOUND: "Diesen API-Schlüssel gibt es nicht mehr.",
    KEY_ALREADY_ROTATED: "Dieser API-Schlüssel wurde bereits ersetzt.",
    USER_NOT_MEMBER_OF_ORGANIZATION: "Sie sind kein Mitglied dieser Organisation mehr.",
  },
};

/** Texts for `deviceAuthorizationUi`. */
export const deviceAuthorization: DeviceTexts = {
  title: "Gerät verbinden",
  text: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
  code: "Code",
  submit: "Weiter",
  confirmTitle: "{app} verbinden?",
  confirmText: "Prüfen Sie, ob Ihr Gerät den Code {code} anzeigt.",
  app: "App",
  place: "IP-Adresse",
  device: "Gerät",
  asked: "Angefragt",
  scope: "Zugriff",
  unknown: "Unbekannt",
  warning:
    "Fahren Sie nur fort, wenn Sie dies selbst gestartet haben. Jemand könnte Ihnen den Code geschickt haben, um in Ihr Konto zu gelangen.",
  approve: "Gerät verbinden",
  deny: "Ablehnen",
  doneTitle: "Gerät verbunden",
  doneText: "Sie können jetzt an Ihrem Gerät weitermachen.",
  deniedTitle: "Anfrage abgelehnt",
  deniedText: "Das Gerät wurde nicht verbunden.",
  another: "Anderen Code eingeben",
  errors: {
    invalid_request: "Dieser Code ist falsch oder wurde schon verwendet. Prüfen Sie den Code auf Ihrem Gerät.",
    expired_token: "Dieser Code ist abgelaufen. Beginnen Sie auf Ihrem Gerät von vorn.",
  },
};
