/** Public exports of `@latchkey/core/plugin`, for plugin authors. */

export { findDecoyEmail, rejectDecoy, reserveIdentifiers } from "./accounts/decoys.ts";
export { type EmailSignIn, type EmailSignInResult, signInWithVerifiedEmail } from "./accounts/email-sign-in.ts";
export {
  checkNewPassword,
  checkNotIdentifier,
  findCredential,
  type NewPasswordErrorCode,
  notifyPasswordChanged,
  passwordErrors,
  upsertPassword,
  verifyUserPassword,
} from "./accounts/password.ts";
export { decryptProviderToken, encryptProviderTokens, type StoredTokens } from "./accounts/provider-tokens.ts";
export { type PasswordSignIn, signInWithPassword } from "./accounts/sign-in.ts";
export { countSignInMethods, hasRecoverableMailbox } from "./accounts/sign-in-methods.ts";
export {
  credentialProvider,
  findUserWithCredential,
  listAccounts,
  newCredential,
  type UserWithCredential,
} from "./accounts/store.ts";
export { type UnlinkOptions, type UnlinkResult, unlinkFromUser } from "./accounts/unlink.ts";
export { type CoreAuditAction, coreAuditActions } from "./audit/actions.ts";
export { type FailedAttempt, recordFailedAttempt } from "./audit/failed-attempts.ts";
export { type AuditQuery, auditCondition, findAuditPage } from "./audit/query.ts";
export { type AuditEntry, recordAudit, recordSystemAudit } from "./audit/store.ts";
export type { TableChange, TableHook } from "./database/hooks.ts";
export type { DeleteUserCallbackOptions, DeleteUserInput, UpdateUserInput } from "./features/account/contract.ts";
export { presentAccount } from "./features/account/list-accounts.ts";
export { accountsOutput } from "./features/account/outputs.ts";
export { pendingSignInOutput } from "./features/capabilities/outputs.ts";
export type {
  AddEmailInput,
  AddEmailPageQuery,
  ChangeEmailInput,
  UndoEmailChangeInput,
} from "./features/change-email/contract.ts";
export { type EmailChange, replaceEmail } from "./features/change-email/replace-email.ts";
export type { SignInEmailInput, SignUpEmailInput } from "./features/email-password/contract.ts";
export { emailPasswordErrors } from "./features/email-password/errors.ts";
export { existingAccountMail } from "./features/email-password/existing-account-mail.ts";
export { resolveConflict } from "./features/email-password/sign-up.ts";
export type { SendVerificationEmailInput, VerifyEmailQuery } from "./features/email-verification/contract.ts";
export type { ErrorPageQuery } from "./features/pages/contract.ts";
export type {
  ChangePasswordInput,
  ForgetPasswordInput,
  ForgetPasswordResult,
  ResetPasswordCallbackOptions,
  ResetPasswordInput,
  SetPasswordInput,
  VerifyPasswordInput,
} from "./features/password/contract.ts";
export { enqueuePasswordReset } from "./features/password/forget-password.ts";
export { type MailboxReset, resetPasswordByMailbox } from "./features/password/reset-password.ts";
export type { GetSessionQuery, RevokeSessionInput } from "./features/session/contract.ts";
export {
  type AssertionProvider,
  type AssertionProviderInput,
  createAssertionProvider,
} from "./features/social/assertion-provider.ts";
export { readCallbackParameters } from "./features/social/callback.ts";
export type { CallbackArrival } from "./features/social/connection.ts";
export type {
  AccountInfoQuery,
  AccountTokensInput,
  CallbackCallOptions,
  IdTokenInput,
  LinkSocialInput,
  OwnAccountTokensInput,
  RefreshedTokens,
  SignInSocialInput,
  SocialSignedIn,
  UnlinkAccountInput,
} from "./features/social/contract.ts";
export { redirectWithError } from "./features/social/error-redirect.ts";
export type { CallbackPath, IdTokenSignInOptions, RedirectTargets } from "./features/social/flows.ts";
export type { SignInPolicy, SignInTrial } from "./features/social/policy.ts";
export type {
  AuthorizationRequest,
  CallbackParameters,
  FetchJsonInit,
  IdTokenRules,
  Profile,
  ProfileSource,
  ProfileUser,
  ProviderSession,
  ProviderTokens,
  TokenRequest,
} from "./features/social/provider.ts";
export type { MappedUser, ProviderIdentity } from "./features/social/provider-identity.ts";
export { builtInIds } from "./features/social/providers/ids.ts";
export { hasProvider, providerClientIds, signInWithIdToken } from "./features/social/registered-flows.ts";
export { createRuntimeProvider, type RuntimeProvider, type RuntimeSignIn } from "./features/social/runtime-provider.ts";
export { checkRedirects } from "./features/social/sign-in.ts";
export { type SignInSocialErrorCode, signInSocialErrors } from "./features/social/sign-in-errors.ts";
export { SocialError } from "./features/social/social-error.ts";
export { providerOfState } from "./features/social/state.ts";
export { decodeBody, isJson, parseJson, readBytes } from "./http/body.ts";
export type {
  Call,
  CallEnvironment,
  OptionalCall,
  ResponseMeta,
  StatusResponse,
  SuccessResponse,
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
export { addressKey } from "./http/client-address.ts";
export type {
  CallSettings,
  ClientCall,
  ClientError,
  CommonErrorCode,
  Fetch,
  FetchOptions,
  HeadersLike,
  OptionalClientCall,
  OptionalQueryField,
  Query,
  QueryField,
  RequestOptions,
  Result,
} from "./http/client-call.ts";
export { type CookieSpec, defineCookie, maxCookieAge } from "./http/cookies.ts";
export { type ErrorFormat, oauthErrorFormat } from "./http/error-format.ts";
export {
  AuthError,
  type AuthErrorOptions,
  type ErrorCatalog,
  type ErrorEntry,
  fail,
  type HttpErrorCode,
  httpErrors,
} from "./http/errors.ts";
export { parseImageURL, validateImage } from "./http/image.ts";
export type { SafeURL } from "./http/origins.ts";
export { type MessagePage, renderMessagePage } from "./http/page.ts";
export { htmlResponse, redirectResponse } from "./http/reply.ts";
export { type InputSchema, type Issue, issuePath, type SchemaResult } from "./http/schema.ts";
export type { AccessRevocation, MailboxRecovery, UserRemoval, VerifiedMailbox } from "./kernel/account-events.ts";
export { type Caller, callerOf, requireHeaders } from "./kernel/caller.ts";
export type {
  AccountCapabilities,
  AccountState,
  AdminPermissionCheck,
  Capabilities,
  CapabilitiesPart,
  CaptchaCapabilities,
  EmailCapabilities,
  PasskeyCapabilities,
  PasswordCapabilities,
  PendingEmail,
  PendingSignIn,
  ProviderCapabilities,
  SignInCapabilities,
  SignUpCapabilities,
  SignUpField,
  SignUpWay,
} from "./kernel/capabilities.ts";
export { checkInteger, checkOneOf, type IntegerRange } from "./kernel/check-options.ts";
export type {
  AuthContext,
  Extensions,
  FieldValues,
  Gate,
  MaintenanceJob,
  OutboxHandler,
  PluginFunctions,
  RequestContext,
  ResolveTxt,
} from "./kernel/context.ts";
export type { RateLimitCounter } from "./kernel/counter.ts";
export type {
  DeclaredEndpoint,
  EndpointDeclaration,
  GuardDeclaration,
  HookDeclaration,
  HttpMethod,
  PluginDeclaration,
  Stage,
} from "./kernel/declaration.ts";
export { type BoundedFetch, boundedFetch, type FetchLimits, RedirectError } from "./kernel/fetch.ts";
export { type LinkBase, linkBase, mailLink, serverURL } from "./kernel/links.ts";
export { errorText, escapeControls } from "./kernel/log.ts";
export { checkOptionNames, type NestedNames, type OptionNames } from "./kernel/option-names.ts";
export type {
  MemberPlan,
  MemberProvisioning,
  MemberRef,
  OrganizationAccess,
  OrganizationGrant,
  OrganizationRef,
  OrganizationScope,
  ProvisionedInvitation,
  ProvisionedMember,
  RoleAssignment,
  RoleChange,
  TeamAuditEntry,
  TeamChange,
  TeamPlan,
  TeamProvisioning,
} from "./kernel/organization-access.ts";
export { isTrusted as isTrustedOrigin, isTrusted } from "./kernel/origin.ts";
export { isPublicServer, isPublicURL, publicFetch } from "./kernel/public-fetch.ts";
export { buildRedirect, checkRedirect, getCallbackURL, type RedirectField } from "./kernel/redirect.ts";
export {
  type ApprovedDevice,
  type AuthorizedDeviceClient,
  type ClientCredentialsInput,
  type DeviceClients,
  type DeviceGrants,
  type DirectoryRoles,
  type EmailChangeProof,
  findService,
  getService,
  type OpenSetup,
  type OrganizationDomains,
  type ServiceName,
  type Services,
  type SetupLinks,
  type TokenSigner,
  type TokenToSign,
} from "./kernel/services.ts";
export type { CredentialSession } from "./kernel/session.ts";
export type {
  Field,
  ModelFields,
  PasswordSettings,
  RateLimitRule,
  RateLimitSettings,
  SessionSettings,
  Settings,
} from "./kernel/settings.ts";
export {
  type AttemptUser,
  type Challenge,
  challengeQuery,
  type SignInAttempt,
  StaleUserError,
} from "./kernel/sign-in-attempt.ts";
export type {
  PreviousSignIn,
  SecondFactorUser,
  SessionCreation,
  SessionTokenChange,
} from "./kernel/sign-in-events.ts";
export { suggestion } from "./kernel/suggest.ts";
export { withTimeout } from "./kernel/timeout.ts";
export type { TraceStep } from "./kernel/trace.ts";
export { resolveTxt } from "./kernel/txt-records.ts";
export { type CursorPosition, failInvalidQuery, maxCursorLength, readCursor, writeCursor } from "./lists/cursor.ts";
export {
  columnValue,
  type FilterOperator,
  type FilterValue,
  filterCondition,
  filterOperators,
  isPartialMatch,
  parseStoredDate,
} from "./lists/filters.ts";
export { type Page, type PageQuery, type PageSelection, type TimePages, timePages } from "./lists/time-pages.ts";
export { createMailHandler, isMailable, type MailDelivery, type MailSender, mailableEmail } from "./outbox/mail.ts";
export { deliverDueMessages, type OutboxReport } from "./outbox/run.ts";
export {
  createMessage,
  encryptMessage,
  enqueueMessage,
  type OutboxMessage,
  storeMessage,
} from "./outbox/store.ts";
export { type AccountChoice, accountChoiceFields, requireChoice } from "./plugin/account-choice.ts";
export type { ClientPlugin, ClientResponse, Methods, StoreSource } from "./plugin/client.ts";
export type {
  AnyContract,
  CallContract,
  CallGroup,
  ManagementCall,
  ManagementQuery,
  PageCall,
  PublicCall,
  PublicQuery,
  ServerCall,
  ServerCalls,
  ServerSessionCall,
  SessionCall,
  SessionQuery,
} from "./plugin/contract.ts";
export {
  defineEndpoint,
  defineUntypedEndpoint,
  type Endpoint,
  type EndpointDefinition,
  type EndpointOf,
} from "./plugin/endpoint.ts";
export type { DefaultFieldValue, FieldsIn, FieldsOut } from "./plugin/fields.ts";
export { fieldColumns } from "./plugin/fields.ts";
export { defineGuard, type Guard, type GuardContext } from "./plugin/guard.ts";
export type { InputField, InputFields, OptionalInputField } from "./plugin/input.ts";
export * as input from "./plugin/input.ts";
export type { Plugin } from "./plugin/plugin.ts";
export { definePlugin, type EndpointHook } from "./plugin/plugin.ts";
export type { Session, SessionData } from "./plugin/session.ts";
export type {
  AppTypes,
  CodesOf,
  CoreModels,
  HasAppTypes,
  HasTypes,
  MergeCalls,
  MergeFor,
  MergeOf,
  Models,
  PluginTypes,
  Simplify,
  StageCodes,
  UnionOf,
  WithModels,
} from "./plugin/types.ts";
export type { User } from "./plugin/user.ts";
export {
  allowMail,
  enforceRateLimit,
  enforceSenderLimit,
  isWithinLimit,
  releaseRateLimit,
} from "./rate-limits/limiter.ts";
export {
  type AdminGuard,
  type AdminGuards,
  type AdminRule,
  hasAdminPermissions,
  hasSitePermissions,
  lockUserForAdmin,
  requireAdmin,
} from "./sessions/admin-guard.ts";
export {
  type Assurance,
  type AssuranceLevel,
  type AssuranceRequirement,
  assuranceLevels,
  checkAssurance,
  checkRequirement,
  delegatedProofs,
  emailChangeRequirement,
  failAssurance,
  getAssurance,
  hasAssurance,
  requireAssurance,
  transferredProofs,
} from "./sessions/assurance.ts";
export {
  browserDigest,
  getOrCreateBrowserId,
  isBrowserRequest,
  knownBrowserId,
  readBrowserId,
  rememberBrowser,
} from "./sessions/browser-id.ts";
export {
  type ActingCaller,
  auditActor,
  type CallerSession,
  requireCaller,
  requireFreshCaller,
  requireManagingCaller,
} from "./sessions/caller-guards.ts";
export {
  changeSession,
  proofChange,
  type RotatedSession,
  rotateSession,
  type SessionChange,
  switchSession,
  syncSessionCookies,
  withUser,
} from "./sessions/change.ts";
export { sessionCookies } from "./sessions/cookie-names.ts";
export {
  clearSessionCookies,
  hashToken,
  readSessionToken,
  readSignedCookie,
  type SessionToken,
  setSignedCookie,
  setSignedCookieAlways,
} from "./sessions/cookies.ts";
export { type CreatedSession, createSession, type NewSession, type UserSnapshot } from "./sessions/create.ts";
export { listEnrolledFactors } from "./sessions/enrolled-factors.ts";
export { isUserBlocked, whereNotBlocked } from "./sessions/gates.ts";
export {
  checkNotGuest,
  checkRecentProof,
  denyGuest,
  denyImpersonation,
  type GuestErrorCode,
  guestErrors,
  hasRecentProof,
  type ImpersonationErrorCode,
  impersonationErrors,
  impersonatorOf,
  isGuest,
  requireCachedSession,
  requiredProofs,
  requireFreshSession,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
} from "./sessions/guards.ts";
export {
  type RefuseScope,
  requireOrganizationScope,
  requireSiteScope,
  type ScopeRefusal,
  type ScopeRule,
} from "./sessions/organization-scope.ts";
export { type PausedSignIn, pauseSignIn, resumeSignIn } from "./sessions/pause.ts";
export {
  consumePendingSignIn,
  describePendingSignIn,
  forgetPendingSignIn,
  pendingSignInToken,
  readPendingSignIn,
  secondFactorsOf,
  stopSignIn,
  type WaitingSignIn,
} from "./sessions/pending.ts";
export { presentRow, presentSession, presentUser } from "./sessions/present.ts";
export {
  findSession,
  findSessions,
  isSessionLive,
  type JoinedSession,
  type ReadOptions,
  readJoinedSession,
  readSession,
} from "./sessions/read.ts";
export {
  endSession,
  listSessions,
  type RevokeOptions,
  revokeSession,
  revokeSessions,
  revokeSessionsAndSignIns,
} from "./sessions/revoke.ts";
export { requireSetupLink, type SetupCaller, setupErrors } from "./sessions/setup-guard.ts";
export { type AccountRow, accountTable } from "./tables/account.ts";
export { type AuditActorType, type AuditRow, auditTable } from "./tables/audit.ts";
export { type OutboxRow, outboxTable } from "./tables/outbox.ts";
export {
  type ActiveSession,
  type CachedSession,
  factorNames,
  type Proofs,
  type SessionRow,
  sessionTable,
} from "./tables/session.ts";
export { type TokenRow, tokenTable } from "./tables/token.ts";
export { type UserRow, userTable } from "./tables/user.ts";
export {
  type IssuedToken,
  issueToken,
  issueTokenWithSecret,
  markUsed,
  type NewToken,
  storeToken,
} from "./tokens/issue.ts";
export { defineTokenKind, type RandomForm, type TokenKind } from "./tokens/kind.ts";
export {
  type CheckedOneTimeCode,
  checkOneTimeCode,
  consumeOneTimeCode,
  dailyAttemptLimit,
  failOneTimeCode,
  normalizeCode,
  type OneTimeCodeRejection,
  oneTimeCodeErrors,
  releaseOneTimeCode,
} from "./tokens/one-time-codes/check.ts";
export {
  assignOneTimeCode,
  findOneTimeCode,
  type IssuedOneTimeCode,
  issueOneTimeCode,
  peekOneTimeCode,
} from "./tokens/one-time-codes/issue.ts";
export {
  type CodeBinding,
  getCodeBinding,
  listCodeBindings,
  type OneTimeCodeKind,
  type OneTimeCodeSlot,
} from "./tokens/one-time-codes/slot.ts";
export { revokeTokens, revokeTokensOfKind, revokeUndoLinks } from "./tokens/revoke.ts";
export type { SignedClaims } from "./tokens/signed.ts";
export {
  consumeToken,
  type ListedToken,
  listTokens,
  peekToken,
  type RenewedToken,
  recordAttempt,
  renewToken,
  type TokenDetails,
} from "./tokens/store.ts";
export { type CreatedUser, createOrUpgradeUser } from "./users/create-or-upgrade.ts";
export { normalizeEmail } from "./users/email.ts";
export {
  fieldErrors,
  hasConflictError,
  readFields,
  readUserInput,
  runUserInputHooks,
  type UserInputOptions,
} from "./users/fields.ts";
export { lockSignedIn, lockUsers } from "./users/lock.ts";
export {
  type MailboxEvidence,
  moveVerifiedEmail,
  sessionEvidence,
  verifyMailbox,
  verifyMailboxWithEvidence,
} from "./users/mailbox.ts";
export { removeSolelyOwned, runAccessRevokedHooks } from "./users/plugin-hooks.ts";
export { recipientOf } from "./users/recipient.ts";
export { notifyUser, type SecurityChange } from "./users/security-notices.ts";
export { clearSignUpCookie, readSignUpEvidence } from "./users/sign-up-cookie.ts";
export {
  checkNotReserved,
  findUser,
  findUserByEmail,
  findUserForRecovery,
  incrementUserEpoch,
  insertUser,
  type NewUser,
  newUserRow,
  type UserChange,
  updateUser,
} from "./users/store.ts";
export { createVerificationMessage } from "./users/verification.ts";
