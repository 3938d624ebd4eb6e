/** The face of `@latchkey/core`. */

export {
  createCredential,
  credentialProvider,
  findUserWithCredential,
  type UserWithCredential,
} from "./accounts/store.ts";
export { type AccountRow, accountTable } from "./accounts/table.ts";
export { type AuditEntry, recordAudit } from "./audit/store.ts";
export { type AuditRow, auditTable } from "./audit/table.ts";
export type { AppOf, Auth, AuthHandle, CoreApi, SessionOf, UserOf } from "./auth/auth.ts";
export { createAuth } from "./auth/create-auth.ts";
export type { FieldOption, FieldOptions, FieldsIn, FieldsOut, FieldValue } from "./auth/fields.ts";
export type { DatabaseHooks, EndpointHooks, TableHooks, WriteHooks } from "./auth/hooks.ts";
export type {
  AdvancedOptions,
  AuthOptions,
  CookieCacheOptions,
  IpAddressOptions,
  RateLimitOptions,
  SessionOptions,
  UserOptions,
} from "./auth/options.ts";
export type { RequestInfo } from "./auth/request.ts";
export { authSchema, type SchemaOptions } from "./auth/tables.ts";
export type { TableChange, TableHook } from "./database/hooks.ts";
export { memoryAdapter } from "./database/memory/adapter.ts";
export type { EmailPasswordApi } from "./features/email-password/api.ts";
export { emailPasswordErrors } from "./features/email-password/errors.ts";
export type {
  SignedIn,
  SignedUp,
  SignInEmailErrorCode,
  SignInEmailInput,
  SignUpEmailErrorCode,
  SignUpEmailInput,
} from "./features/email-password/inputs.ts";
export type { CustomHasher, EmailPasswordOptions } from "./features/email-password/options.ts";
export type { SessionApi } from "./features/session/api.ts";
export type {
  GetSessionQuery,
  RevokeSessionInput,
  SessionErrorCode,
  StatusAnswer,
  SuccessAnswer,
} from "./features/session/inputs.ts";
export type { UpkeepReport } from "./features/upkeep/plugin.ts";
export type {
  Call,
  CallHeaders,
  CallOptions,
  CallResult,
  OptionalCall,
  SessionCallOptions,
  WithBody,
  WithSessionBody,
  WithSessionQuery,
} from "./http/call.ts";
export type { CookieAttributes, CookieSpec } from "./http/cookies.ts";
export {
  AuthError,
  type AuthErrorOptions,
  type ErrorCatalogue,
  type ErrorEntry,
  fail,
  type HttpErrorCode,
  httpErrors,
} from "./http/errors.ts";
export { escapeHtml, htmlResponse, redirectResponse } from "./http/reply.ts";
export type { InputSchema, Issue, SchemaResult } from "./http/schema.ts";
export {
  deliverDue,
  type OutboxReport,
  plainMessage,
  putMessage,
  type SealedMessage,
  sealMessage,
} from "./outbox/store.ts";
export { type OutboxRow, outboxTable } from "./outbox/table.ts";
export { type Caller, callerOf } from "./plugin/caller.ts";
export type { AuthContext, Extensions, RequestContext } from "./plugin/context.ts";
export { defineEndpoint, type Endpoint, type EndpointDeclaration, type EndpointDefinition } from "./plugin/endpoint.ts";
export type { AttemptUser, Challenge, Gate, SignInAttempt } from "./plugin/gate.ts";
export { type Added, defineGuard, type Guard } from "./plugin/guard.ts";
export type { LogDetails, Logger, LogLevel, LogOptions, LogSink } from "./plugin/log.ts";
export { definePlugin, type EndpointHook, type OutboxHandler, type Plugin } from "./plugin/plugin.ts";
export { buildRedirect, checkRedirect, type RedirectField, type SafeURL } from "./plugin/redirect.ts";
export type {
  Field,
  ModelFields,
  RateLimitRule,
  RateLimitSettings,
  SessionSettings,
  Settings,
} from "./plugin/settings.ts";
export type { AppTypes, HasAppTypes, HasTypes, Models, PluginTypes, Simplify, Sum, SumFor } from "./plugin/types.ts";
export { clearSessionCookies, setSessionCookies } from "./sessions/cookies.ts";
export { type CreatedSession, createSession, type NewSession } from "./sessions/create.ts";
export {
  isFresh,
  requireCachedSession,
  requireFreshSession,
  requireSession,
  sessionErrors,
} from "./sessions/guards.ts";
export { presentSession, presentUser } from "./sessions/present.ts";
export { findSession, type ReadOptions, readSession } from "./sessions/read.ts";
export { endSession, listSessions, revokeSession, revokeSessions } from "./sessions/revoke.ts";
export type { Session, SessionData } from "./sessions/session.ts";
export { type ActiveSession, type SessionRow, sessionTable } from "./sessions/table.ts";
export { normalizeEmail } from "./users/email.ts";
export { readFields } from "./users/fields.ts";
export { bumpUserEpoch, findUser, findUserByEmail, type NewUser, newUserRow } from "./users/store.ts";
export { type UserRow, userTable } from "./users/table.ts";
export type { User } from "./users/user.ts";
