/** Public exports of `@latchkey/anonymous`. */

export { type AnonymousAuditAction, anonymousAuditActions } from "./audit-actions.ts";
export type {
  AnonymousCalls,
  AnonymousCapabilities,
  AnonymousClient,
  AnonymousTypes,
  SignInAnonymousResponse,
} from "./contract.ts";
export { anonymousErrors } from "./errors.ts";
export type { AnonymousOptions, LinkedAccount, UserWithSession } from "./options.ts";
export { type AnonymousPlugin, anonymous } from "./plugin.ts";
export { anonymousColumns, type UserWithAnonymous } from "./tables.ts";
