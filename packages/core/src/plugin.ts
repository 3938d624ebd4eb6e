/** Public exports of `@latchkey/core/plugin`, for plugin authors. */

export { reservingEmail } from "./accounts/decoys.ts";
export {
  announcePasswordChange,
  checkNewPassword,
  checkNotOwnName,
  findCredential,
  type NewPasswordErrorCode,
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
export { auditTable } from "./audit/table.ts";
export type { TableChange, TableHook } from "./database/hooks.ts";
export type { DeleteUserInput, OpenDeletionLink, UpdateUserInput } from "./features/account/contract.ts";
export type {
  AddEmailInput,
  AddEmailPageQuery,
  ChangeEmailInput,
  UndoEmailChangeInput,
} from "./features/change-email/contract.ts";
export type { SignInEmailInput, SignUpEmailInput } from "./features/email-password/contract.ts";
export { emailPasswordErrors } from "./features/email-password/errors.ts";
export type { SendVerificationEmailInput, VerifyEmailQuery } from "./features/email-verification/contract.ts";
export type { ErrorPageQuery } from "./features/pages/contract.ts";
export type {
  ChangePasswordInput,
  ForgetPasswordAnswer,
  ForgetPasswordInput,
  OpenResetLink,
  ResetPasswordInput,
  SetPasswordInput,
  VerifyPasswordInput,
} from "./features/password/contract.ts";
export type { GetSessionQuery, RevokeSessionInput } from "./features/session/contract.ts";
export type {
  AccountInfoQuery,
  AccountTokensInput,
  CallbackCall,
  IdTokenInput,
  LinkSocialInput,
  OwnTokens,
  RefreshedTokens,
  SignInSocialInput,
  UnlinkAccountInput,
} from "./features/social/contract.ts";
export type {
  AuthorizationRequest,
  CallbackParameters,
  FetchJsonInit,
  IdTokenRules,
  Profile,
  ProfileSource,
  ProfileUser,
  ProviderTokens,
  TokenRequest,
} from "./features/social/provider.ts";
export type { ProviderFactories } from "./features/social/providers/built-in.ts";
export { vkLanguages } from "./features/social/providers/vk.ts";
export { bodyText, isJson, parseBytes, parseJson, readBytes } from "./http/body.ts";
export type {
  CallEnvironment,
  HandedOn,
  OptionalCall,
  StatusAnswer,
  SuccessAnswer,
  WithBody,
  WithHeaders,
  WithOptionalBody,
  WithOptionalQuery,
  WithOptionalSessionBody,
  WithOptionalSessionQuery,
  WithQuery,
  WithSessionBody,
  WithSessionQuery,
} from "./http/call.ts";
export type { CookieSpec } from "./http/cookies.ts";
// What apps and plugins both name.
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
export { htmlResponse, type Respond, redirectResponse } from "./http/reply.ts";
export { type InputSchema, type Issue, issuePath, type SchemaResult } from "./http/schema.ts";
export { isMailable, mailableEmail, mailDeliverer } from "./outbox/mail.ts";
export {
  deliverDue,
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
  OptionalQueryField,
  Query,
  QueryField,
  RequestOptions,
  Result,
  StoreSource,
} from "./plugin/client.ts";
export type { AuthContext, Extensions, RequestContext } from "./plugin/context.ts";
export type {
  AnyContract,
  CallContract,
  CallGroup,
  PageCall,
  PublicCall,
  PublicQuery,
  ServerCall,
  ServerCalls,
  ServerSessionCall,
  SessionCall,
  SessionQuery,
} from "./plugin/contract.ts";
export type { RateLimitCounter } from "./plugin/counter.ts";
export { invalidQuery, longestCursor, type Place, readCursor, writeCursor } from "./plugin/cursor.ts";
export {
  defineEndpoint,
  defineUntypedEndpoint,
  type Endpoint,
  type EndpointDeclaration,
  type EndpointDefinition,
  type EndpointOf,
  type Moment,
} from "./plugin/endpoint.ts";
export { type BoundedFetch, boundedFetch, type FetchBounds } from "./plugin/fetch.ts";
export type { FieldsIn, FieldsOut, FieldValue } from "./plugin/fields.ts";
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
export type { InputField, InputFields, OptionalInputField } from "./plugin/input.ts";
export * as input from "./plugin/input.ts";
export { type LinkBase, linkBase, mailLink, serverURL } from "./plugin/links.ts";
export { errorText, escapeControls } from "./plugin/log.ts";
export type { Plugin } from "./plugin/plugin.ts";
export {
  definePlugin,
  type EndpointHook,
  type FieldValues,
  type MailboxRecovery,
  type OutboxHandler,
  type RightsLoss,
  type UserRemoval,
  type VerifiedMailbox,
} from "./plugin/plugin.ts";
export { buildRedirect, checkedCallback, checkRedirect, type RedirectField, type SafeURL } from "./plugin/redirect.ts";
export type { Session, SessionData } from "./plugin/session.ts";
export type {
  Field,
  ModelFields,
  PasswordSettings,
  RateLimitSettings,
  SessionSettings,
  Settings,
} from "./plugin/settings.ts";
export type { TraceStep } from "./plugin/trace.ts";
export type {
  AppTypes,
  CodesOf,
  CoreModels,
  Filled,
  HasAppTypes,
  HasTypes,
  Models,
  PluginTypes,
  Said,
  Simplify,
  StageCodes,
  Sum,
  SumFor,
  SumOfCalls,
} from "./plugin/types.ts";
export type { User } from "./plugin/user.ts";
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
export { tellOwner } from "./users/notices.ts";
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
export { announceVerified, type OpenedLink } from "./users/verification.ts";
