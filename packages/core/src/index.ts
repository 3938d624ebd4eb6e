/** Public exports of `@latchkey/core`, for apps. Plugins import from `@latchkey/core/plugin`. */

export type { AppOf, Auth, AuthHandle, SessionOf, UserOf } from "./auth/auth.ts";
export type { CoreApi, CoreCalls } from "./auth/calls.ts";
export { createAuth } from "./auth/create-auth.ts";
export type { DatabaseHooks, EndpointHooks, TableHooks, WriteHooks } from "./auth/hooks.ts";
export type {
  AdvancedOptions,
  AuditOptions,
  AuthOptions,
  CookieCacheOptions,
  EmailAndPasswordOptions,
  IpAddressOptions,
  RateLimitOptions,
  SessionOptions,
  StorageCacheOptions,
  UserOptions,
} from "./auth/options.ts";
export { authSchema, type SchemaOptions } from "./auth/tables.ts";
export { memoryAdapter } from "./database/memory/adapter.ts";
export type { SecondaryStorage } from "./database/secondary-storage.ts";
export type { Account, AccountCalls, DeleteUserCallbackQuery, DeleteUserResult } from "./features/account/contract.ts";
export type { DeleteAccountMail, DeleteUserOptions } from "./features/account/options.ts";
export type { CapabilitiesCalls } from "./features/capabilities/contract.ts";
export type { ChangeEmailCalls } from "./features/change-email/contract.ts";
export type { ChangeEmailMail, ChangeEmailOptions, EmailChangedMail } from "./features/change-email/options.ts";
export type { EmailPasswordCalls, SignInResult, SignUpResult } from "./features/email-password/contract.ts";
export type { CustomHasher, EmailPasswordOptions } from "./features/email-password/options.ts";
export type { EmailVerificationCalls, VerifyEmailResult } from "./features/email-verification/contract.ts";
export type { EmailVerificationOptions } from "./features/email-verification/options.ts";
export type { RemoveExpiredResult } from "./features/maintenance/contract.ts";
export type { PagesCalls } from "./features/pages/contract.ts";
export type { ChangePasswordResult, PasswordCalls, ResetPasswordCallbackQuery } from "./features/password/contract.ts";
export type { PasswordOptions, PasswordResetMail } from "./features/password/options.ts";
export type { SessionCalls, SignOutInput, SignOutResult, UpdateSessionResult } from "./features/session/contract.ts";
export type { ConfiguredProvider } from "./features/social/connection.ts";
export type {
  AccessToken,
  AccountInfo,
  LinkSocialResult,
  SocialCalls,
  SocialRedirect,
  SocialSignedIn,
} from "./features/social/contract.ts";
export { defineProvider } from "./features/social/define-provider.ts";
export { type OpenIDProviderOptions, openidProvider } from "./features/social/openid.ts";
export type { AccountLinkingOptions, AccountOptions, SocialProvidersOptions } from "./features/social/options.ts";
export type { ProviderOptions, SocialProvider } from "./features/social/provider.ts";
export type { BuiltInProviders } from "./features/social/providers/built-in.ts";
export type { Call, CallHeaders, CallOptions, CallResult, SessionCallOptions } from "./http/call.ts";
export type { CookieAttributes, ResponseCookie } from "./http/cookies.ts";
export { AuthError, type ErrorCatalog, type ErrorEntry, type HttpErrorCode } from "./http/errors.ts";
export type { CallSource, Exchange, Handler, HttpRequest, HttpResponse, RequestInfo } from "./http/exchange.ts";
export { escapeHtml } from "./http/reply.ts";
export type { AccountState, Capabilities, PendingSignIn } from "./kernel/capabilities.ts";
export type { LogDetails, Logger, LogLevel, LogOptions, LogSink } from "./kernel/log.ts";
export type { RateLimitRule } from "./kernel/settings.ts";
export type { RequestTrace } from "./kernel/trace.ts";
export type { MailDelivery, MailSender } from "./outbox/mail.ts";
export type { OutboxReport } from "./outbox/run.ts";
export type { AdditionalField, AdditionalFields } from "./plugin/fields.ts";
export type { Plugin } from "./plugin/plugin.ts";
export type { Session, SessionData } from "./plugin/session.ts";
export type { User } from "./plugin/user.ts";
export type { AuditActorType, AuditRow } from "./tables/audit.ts";
export type { SecurityChange, SecurityNotice } from "./users/security-notices.ts";
export type { EmailLinkHandler, VerificationMail } from "./users/verification.ts";
