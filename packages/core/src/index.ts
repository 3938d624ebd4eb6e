/** The face of `@latchkey/core`. */

export { reservingEmail } from "./accounts/decoys.ts";
export {
  announcePasswordChange,
  checkNewPassword,
  checkNotOwnName,
  findCredential,
  passwordErrors,
  provePassword,
  putPassword,
} from "./accounts/password.ts";
export { openToken, type StoredTokens, sealTokens } from "./accounts/provider-tokens.ts";
export { type PasswordSignIn, signInWithPassword } from "./accounts/sign-in.ts";
export {
  createCredential,
  credentialProvider,
  findUserWithCredential,
  listAccounts,
  type UserWithCredential,
} from "./accounts/store.ts";
export { type AccountRow, accountTable } from "./accounts/table.ts";
export { type CoreAuditAction, coreAuditActions } from "./audit/actions.ts";
export { type FailedAttempt, recordFailedAttempt } from "./audit/failures.ts";
export { type AuditEntry, recordAudit } from "./audit/store.ts";
export { type AuditRow, auditTable } from "./audit/table.ts";
export type { AppOf, Auth, AuthHandle, CoreApi, SessionOf, UserOf } from "./auth/auth.ts";
export { createAuth } from "./auth/create-auth.ts";
export type { DatabaseHooks, EndpointHooks, TableHooks, WriteHooks } from "./auth/hooks.ts";
export type {
  AdvancedOptions,
  AuthOptions,
  CookieCacheOptions,
  EmailAndPasswordOptions,
  IpAddressOptions,
  RateLimitOptions,
  SessionOptions,
  StorageCacheOptions,
  UserOptions,
  VerificationOptions,
} from "./auth/options.ts";
export type { RequestInfo } from "./auth/request.ts";
export { authSchema, type SchemaOptions } from "./auth/tables.ts";
export type { TableChange, TableHook } from "./database/hooks.ts";
export { memoryAdapter } from "./database/memory/adapter.ts";
export type { SecondaryStorage } from "./database/storage/storage.ts";
export type { AccountApi, OpenDeletionLink } from "./features/account/api.ts";
export type {
  Account,
  DeletedUser,
  DeleteUserErrorCode,
  DeleteUserInput,
  DeleteUserLink,
  UpdateUserErrorCode,
  UpdateUserInput,
} from "./features/account/inputs.ts";
export type { DeleteAccountMail, DeleteUserOptions } from "./features/account/options.ts";
export type { ChangeEmailApi } from "./features/change-email/api.ts";
export type {
  AddEmailErrorCode,
  AddEmailInput,
  AddEmailPageQuery,
  ChangeEmailErrorCode,
  ChangeEmailInput,
  UndoEmailChangeInput,
} from "./features/change-email/inputs.ts";
export type { ChangeEmailMail, ChangeEmailOptions, EmailChangedMail } from "./features/change-email/options.ts";
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
export type { EmailVerificationApi } from "./features/email-verification/api.ts";
export type {
  SendVerificationEmailErrorCode,
  SendVerificationEmailInput,
  VerifiedEmail,
  VerifyEmailErrorCode,
  VerifyEmailQuery,
} from "./features/email-verification/inputs.ts";
export type { EmailVerificationOptions } from "./features/email-verification/options.ts";
export type { OpenResetLink, PasswordApi } from "./features/password/api.ts";
export type {
  ChangedPassword,
  ChangePasswordErrorCode,
  ChangePasswordInput,
  ForgetPasswordAnswer,
  ForgetPasswordErrorCode,
  ForgetPasswordInput,
  ProvePasswordErrorCode,
  ResetPasswordErrorCode,
  ResetPasswordInput,
  ResetPasswordLink,
  SetPasswordErrorCode,
  SetPasswordInput,
  VerifyPasswordInput,
} from "./features/password/inputs.ts";
export type { PasswordOptions, PasswordResetMail } from "./features/password/options.ts";
export type { SessionApi } from "./features/session/api.ts";
export type {
  GetSessionQuery,
  RevokeSessionInput,
  UpdatedSession,
  UpdateSessionErrorCode,
  UpdateSessionInput,
} from "./features/session/inputs.ts";
export type { AccountInfoCall, CallbackCall, SocialApi } from "./features/social/api.ts";
export { defineProvider } from "./features/social/define.ts";
export type {
  AccessToken,
  AccountInfo,
  AccountInfoErrorCode,
  AccountInfoQuery,
  AccountTokensErrorCode,
  AccountTokensInput,
  IdTokenInput,
  LinkSocialErrorCode,
  LinkSocialInput,
  RefreshedTokens,
  SignInSocialErrorCode,
  SignInSocialInput,
  SocialLinked,
  SocialRedirect,
  SocialSignedIn,
  UnlinkAccountErrorCode,
  UnlinkAccountInput,
} from "./features/social/inputs.ts";
export { type OpenIDProviderOptions, openidProvider } from "./features/social/openid.ts";
export type { AccountLinkingOptions, AccountOptions, SocialProvidersOptions } from "./features/social/options.ts";
export type {
  AuthorizationRequest,
  CallbackParameters,
  FetchJsonInit,
  IdTokenRules,
  Profile,
  ProfileSource,
  ProfileUser,
  ProviderOptions,
  ProviderTokens,
  SocialProvider,
  TokenRequest,
} from "./features/social/provider.ts";
export { builtIn as builtInProviders, type ProviderFactories } from "./features/social/providers/built-in.ts";
export { vkLanguages } from "./features/social/providers/vk.ts";
export type { UpkeepReport } from "./features/upkeep/plugin.ts";
export { bodyText, isJson, parseBytes, parseJson, readBytes } from "./http/body.ts";
export type {
  Call,
  CallEnvironment,
  CallHeaders,
  CallOptions,
  CallResult,
  HandedOn,
  OptionalCall,
  SessionCallOptions,
  StatusAnswer,
  SuccessAnswer,
  WithBody,
  WithHeaders,
  WithQuery,
  WithSessionBody,
  WithSessionQuery,
} from "./http/call.ts";
export type { CookieAttributes, CookieSpec, ResponseCookie } from "./http/cookies.ts";
export {
  AuthError,
  type AuthErrorOptions,
  type ErrorCatalogue,
  type ErrorEntry,
  fail,
  type HttpErrorCode,
  httpErrors,
} from "./http/errors.ts";
export { acceptImage, parseImage } from "./http/image.ts";
export { type MessagePage, messagePage } from "./http/page.ts";
export { escapeHtml, htmlResponse, type Respond, redirectResponse } from "./http/reply.ts";
export type { InputSchema, Issue, SchemaResult } from "./http/schema.ts";
export { isMailable, type MailDelivery, type MailSender, mailableEmail, mailDeliverer } from "./outbox/mail.ts";
export {
  deliverDue,
  type OutboxReport,
  plainMessage,
  putMessage,
  putMessageAfterAnswer,
  type SealedMessage,
  sealMessage,
} from "./outbox/store.ts";
export { type OutboxRow, outboxTable } from "./outbox/table.ts";
export { type Caller, callerOf, requireHeaders } from "./plugin/caller.ts";
export type {
  Answer,
  CallSettings,
  ClientCall,
  ClientError,
  ClientPlugin,
  CommonErrorCode,
  Fetch,
  FetchOptions,
  HeadersLike,
  Methods,
  OptionalClientCall,
  Query,
  RequestOptions,
  Result,
  StoreSource,
} from "./plugin/client.ts";
export type { AuthContext, Extensions, RequestContext } from "./plugin/context.ts";
export type { RateLimitCounter } from "./plugin/counter.ts";
export { invalidQuery, longestCursor, type Place, readCursor, writeCursor } from "./plugin/cursor.ts";
export {
  defineEndpoint,
  type Endpoint,
  type EndpointDeclaration,
  type EndpointDefinition,
  type Moment,
} from "./plugin/endpoint.ts";
export { type BoundedFetch, boundedFetch, type FetchBounds } from "./plugin/fetch.ts";
export type { FieldOption, FieldOptions, FieldsIn, FieldsOut, FieldValue } from "./plugin/fields.ts";
export { fieldColumns } from "./plugin/fields.ts";
export {
  asksForPart,
  columnValue,
  type FilterOperator,
  type FilterValue,
  filterCondition,
  filterOperators,
  storedDate,
} from "./plugin/filters.ts";
export { type AttemptUser, type Challenge, type Gate, type SignInAttempt, StaleUserError } from "./plugin/gate.ts";
export { type Added, defineGuard, type Guard } from "./plugin/guard.ts";
export { type LinkBase, linkBase, mailLink, serverURL } from "./plugin/links.ts";
export {
  errorText,
  escapeControls,
  type LogDetails,
  type Logger,
  type LogLevel,
  type LogOptions,
  type LogSink,
} from "./plugin/log.ts";
export {
  definePlugin,
  type EndpointHook,
  type FieldValues,
  type MailboxRecovery,
  type OutboxHandler,
  type Plugin,
  type RightsLoss,
  type UserRemoval,
  type VerifiedMailbox,
} from "./plugin/plugin.ts";
export { buildRedirect, checkedCallback, checkRedirect, type RedirectField, type SafeURL } from "./plugin/redirect.ts";
export type {
  Field,
  ModelFields,
  PasswordSettings,
  RateLimitRule,
  RateLimitSettings,
  SessionSettings,
  Settings,
} from "./plugin/settings.ts";
export type { RequestTrace, TraceStep } from "./plugin/trace.ts";
export type {
  AppTypes,
  HasAppTypes,
  HasTypes,
  Models,
  PluginTypes,
  Said,
  Simplify,
  Sum,
  SumFor,
} from "./plugin/types.ts";
export { countAttempt, isWithinLimit, mayMail } from "./rate-limits/limiter.ts";
export { actorOf } from "./sessions/acting.ts";
export {
  changeSession,
  proofsNow,
  proveSession,
  type RotatedSession,
  rotateSession,
  type SessionChange,
  showSession,
  withUser,
} from "./sessions/change.ts";
export { clearSessionCookies, clearSessionToken, setSessionCookies } from "./sessions/cookies.ts";
export { type CreatedSession, createSession, type KnownUser, type NewSession } from "./sessions/create.ts";
export {
  type InPersonErrorCode,
  inPersonErrors,
  isFresh,
  isProven,
  proofsWanted,
  requireCachedSession,
  requireFreshSession,
  requireInPerson,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
} from "./sessions/guards.ts";
export { presentRow, presentSession, presentUser } from "./sessions/present.ts";
export { findSession, type ReadOptions, readSession } from "./sessions/read.ts";
export {
  endSession,
  listSessions,
  type RevokeOptions,
  revokeEverySession,
  revokeSession,
  revokeSessions,
} from "./sessions/revoke.ts";
export type { Session, SessionData } from "./sessions/session.ts";
export { type ActiveSession, factorsIn, type SessionRow, sessionTable } from "./sessions/table.ts";
export { type PresentedToken, presentedToken, readSigned, setSigned } from "./sessions/token.ts";
export { defineTokenKind, type RandomForm, type TokenKind } from "./tokens/kind.ts";
export type { SignedClaims } from "./tokens/signed.ts";
export {
  countTry,
  type ListedToken,
  listTokens,
  type MintedToken,
  mintGivenToken,
  mintSignedToken,
  mintToken,
  type NewToken,
  peekToken,
  type RenewedToken,
  removeTokens,
  removeUndoLinks,
  renewToken,
  type SignedToken,
  storeToken,
  takeToken,
  type UsedToken,
  withdrawTokens,
} from "./tokens/store.ts";
export { type TokenRow, tokenTable } from "./tokens/table.ts";
export { normalizeEmail } from "./users/email.ts";
export {
  agreedByPlugins,
  fieldErrors,
  isTaken,
  readFields,
  readUserInput,
  type UserInputOptions,
} from "./users/fields.ts";
export { moveVerifiedEmail, verifyMailbox } from "./users/mailbox.ts";
export { type SecurityChange, type SecurityNotice, tellOwner } from "./users/notices.ts";
export { announceRightsLost, removeSolelyOwned } from "./users/rights.ts";
export {
  bumpUserEpoch,
  checkReserved,
  findUser,
  findUserByEmail,
  insertUser,
  type NewUser,
  newUserRow,
  type UserChange,
  updateUser,
} from "./users/store.ts";
export { type UserRow, userTable } from "./users/table.ts";
export type { User } from "./users/user.ts";
export { announceVerified, type EmailLink, type OpenedLink, type VerificationMail } from "./users/verification.ts";
