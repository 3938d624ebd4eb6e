/** Texts for API keys. */

import type { PluralText } from "../texts/texts.ts";

/** Texts for service accounts. */
export interface ServiceAccountTexts {
  readonly title: string;
  readonly text: string;
  readonly create: string;
  readonly none: string;
  readonly noneText: string;
  readonly off: string;
  /** `{name}`. */
  readonly manage: string;
  readonly createKey: string;
  readonly edit: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly remove: string;
  readonly createTitle: string;
  readonly createText: string;
  readonly name: string;
  readonly role: string;
  /** `{name}`. */
  readonly editTitle: string;
  readonly editText: string;
  /** `{name}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly created: string;
  readonly saved: string;
  readonly removed: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
}

/** All texts for the API key components. */
export interface ApiKeyTexts {
  readonly title: string;
  readonly text: string;
  readonly textOfOrganization: string;
  readonly create: string;
  readonly none: string;
  readonly noneText: string;
  readonly unnamed: string;
  /** `{date}`. */
  readonly created: string;
  /** `{time}`. */
  readonly lastUsed: string;
  readonly neverUsed: string;
  /** `{date}`. */
  readonly expires: string;
  readonly noExpiry: string;
  readonly expired: string;
  readonly off: string;
  /** A replaced key still works until `{date}`. */
  readonly replaced: string;
  /** `{name}`. */
  readonly manage: string;
  readonly rotate: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly remove: string;
  readonly createTitle: string;
  readonly createText: string;
  readonly name: string;
  readonly lifetime: string;
  readonly never: string;
  readonly scopes: string;
  readonly submit: string;
  readonly revealTitle: string;
  readonly revealText: string;
  readonly key: string;
  readonly copy: string;
  readonly done: string;
  /** `{name}`. */
  readonly rotateTitle: string;
  readonly rotateText: string;
  /** `{name}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly removed: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
  /** `{count}`. */
  readonly days: PluralText;
  /** `{max}`. */
  readonly full: string;
  /** The service account that a key belongs to. `{name}`. */
  readonly ofServiceAccount: string;
  readonly serviceAccounts: ServiceAccountTexts;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const apiKeyEn: ApiKeyTexts = {
  title: "API keys",
  text: "For scripts and services that act as you.",
  textOfOrganization: "For your organization's integrations. Keys keep working when a member leaves.",
  create: "Create key",
  none: "No API keys yet",
  noneText: "Create one to call the API from your scripts and services.",
  unnamed: "Unnamed key",
  created: "Created {date}",
  lastUsed: "Last used {time}",
  neverUsed: "Never used",
  expires: "Expires {date}",
  noExpiry: "Doesn't expire",
  expired: "Expired",
  off: "Off",
  replaced: "Replaced, works until {date}",
  manage: "Manage {name}",
  rotate: "Replace",
  turnOff: "Turn off",
  turnOn: "Turn on",
  remove: "Delete",
  createTitle: "Create an API key",
  createText: "Name the key after the program that will use it.",
  name: "Name",
  lifetime: "Expires after",
  never: "Never",
  scopes: "Permissions",
  submit: "Create key",
  revealTitle: "Copy your API key",
  revealText: "You won't be able to see it again. Store it somewhere safe.",
  key: "API key",
  copy: "Copy",
  done: "Done",
  rotateTitle: "Replace {name}?",
  rotateText:
    "You get a new key with the same settings. The old one works for another day, so you can switch without downtime.",
  removeTitle: "Delete {name}?",
  removeText: "Programs that use this key stop working immediately. You can't undo this.",
  removed: "API key deleted.",
  turnedOff: "API key turned off.",
  turnedOn: "API key turned on.",
  days: { one: "{count} day", other: "{count} days" },
  full: "You have {max} API keys, the most you can have. Delete one to create another.",
  ofServiceAccount: "For {name}",
  serviceAccounts: {
    title: "Service accounts",
    text: "For programs that act on their own, with a role in your organization.",
    create: "Create service account",
    none: "No service accounts yet",
    noneText: "Create one for each program that needs access.",
    off: "Off",
    manage: "Manage {name}",
    createKey: "Create key",
    edit: "Edit",
    turnOff: "Turn off",
    turnOn: "Turn on",
    remove: "Delete",
    createTitle: "Create a service account",
    createText: "Name it after the program that will use it. Its keys can do what its role allows.",
    name: "Name",
    role: "Role",
    editTitle: "Edit {name}",
    editText: "Changes apply to all of its keys immediately.",
    removeTitle: "Delete {name}?",
    removeText: "All of its keys stop working immediately. You can't undo this.",
    created: "Service account created.",
    saved: "Service account saved.",
    removed: "Service account deleted.",
    turnedOff: "Service account turned off.",
    turnedOn: "Service account turned on.",
  },
  errors: {
    API_KEY_LIMIT_REACHED: "You've reached the limit of API keys. Delete one to create another.",
    INVALID_NAME_LENGTH: "This name is too long or too short.",
    INSUFFICIENT_API_KEY_PERMISSIONS: "You don't have the permissions for this.",
    KEY_NOT_FOUND: "This API key no longer exists.",
    KEY_ALREADY_ROTATED: "This API key has already been replaced.",
    NAME_TAKEN: "A service account with this name already exists.",
    SERVICE_ACCOUNT_NOT_FOUND: "This service account no longer exists.",
    USER_NOT_MEMBER_OF_ORGANIZATION: "You're no longer a member of this organization.",
  },
};
