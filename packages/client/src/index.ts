/** Public exports of `@latchkey/client`. */

// The types of an exported client. An app's declarations must be able to name them from this package alone.
export type {
  AccessToken,
  Account,
  AccountInfo,
  AccountState,
  Auth,
  Capabilities,
  ChangePasswordResult,
  CoreCalls,
  DeleteUserResult,
  HttpErrorCode,
  LinkSocialResult,
  PendingSignIn,
  Session,
  SessionData,
  SignInResult,
  SignUpResult,
  SocialRedirect,
  SocialSignedIn,
  UpdateSessionResult,
  User,
  VerifyEmailResult,
} from "@latchkey/core";
export type {
  AccountInfoQuery,
  AddEmailInput,
  AppTypes,
  ChangeEmailInput,
  ChangePasswordInput,
  CodesOf,
  DeleteUserInput,
  ForgetPasswordInput,
  ForgetPasswordResult,
  GetSessionQuery,
  HasAppTypes,
  HasTypes,
  IdTokenInput,
  LinkSocialInput,
  Models,
  OptionalQueryField,
  OwnAccountTokensInput,
  PluginTypes,
  QueryField,
  RefreshedTokens,
  ResetPasswordInput,
  RevokeSessionInput,
  SendVerificationEmailInput,
  SessionErrorCode,
  SignInEmailInput,
  SignInSocialInput,
  SignUpEmailInput,
  StageCodes,
  StatusResponse,
  SuccessResponse,
  UnlinkAccountInput,
  UpdateUserInput,
  VerifyEmailQuery,
  VerifyPasswordInput,
} from "@latchkey/core/plugin";
export { type ClientOptions, createAuthClient, type SessionSeed } from "./create-client.ts";
export type { Methods } from "./paths.ts";
export type { ClientPlugin, ClientResponse, StoreSource } from "./plugin.ts";
export type { ProofHandler, ProofNeeded } from "./reauth-prompt.ts";
export type { Fetch, FetchOptions, HeadersLike, Query, RequestOptions } from "./request.ts";
export type { ClientError, CommonErrorCode, NetworkErrorReason, Result } from "./result.ts";
export type { AuthStore, StoreState } from "./store.ts";
export type {
  AppOfClient,
  AppOfPlugins,
  AuthClient,
  CallSettings,
  Client,
  ClientCall,
  ClientTools,
  CoreClient,
  OptionalClientCall,
  StoresByName,
  StoresOf,
} from "./types.ts";
