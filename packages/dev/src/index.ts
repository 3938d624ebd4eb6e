/** Public exports of `@latchkey/dev`. */

export type {
  ChangeDnsInput,
  ConsoleErrorCode,
  ConsoleLink,
  DevCalls,
  DevConsoleTypes,
  LinkQuery,
  MailIdInput,
  MailPageOptions,
  SignInAsInput,
  SignInAsResponse,
  WebhookSecretInput,
} from "./contract.ts";
export type {
  DirectoryAction,
  DirectoryDesk,
  DirectoryEntry,
  DirectoryExchange,
  DirectoryGroup,
  DirectoryState,
} from "./directory/state.ts";
export type { DnsZone, WantedRecord } from "./dns/zone.ts";
export { type DevErrorCode, devErrors } from "./errors.ts";
export type { CaughtMail, Mailbox } from "./mail/mailbox.ts";
export type { DevConsoleOptions } from "./options.ts";
export { type DevConsolePlugin, devConsole } from "./plugin.ts";
export type { DevSession } from "./sessions/store.ts";
export { type CaughtText, createTextCatcher, type OutgoingText, type TextCatcher } from "./texts/catcher.ts";
export type { DevUser } from "./users/store.ts";
export type { ReceivedWebhook, SignatureCheck, WebhookInbox } from "./webhooks/received.ts";
