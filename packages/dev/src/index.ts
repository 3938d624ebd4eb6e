/** Public exports of `@latchkey/dev`. */

export type { ConsoleLink } from "./access/endpoint.ts";
export type { DevApi, OpenMail } from "./api.ts";
export { type DevErrorCode, devErrors } from "./errors.ts";
export type { CaughtMail, MailBox } from "./mail/mailbox.ts";
export type { DevConsoleOptions } from "./options.ts";
export { type DevConsolePlugin, type DevConsoleTypes, devConsole } from "./plugin.ts";
export type { SignedInAs, SignInAsInput } from "./sessions/endpoints.ts";
export type { DevSession } from "./sessions/store.ts";
export type { DevUser } from "./users/store.ts";
