/** The face of `@latchkey/client`. */

// What an exported client is made of: an app's declarations must be able to name it from this package alone.
export type {
  AccessToken,
  Account,
  AccountInfo,
  Auth,
  ChangedPassword,
  CoreCalls,
  DeletedUser,
  HttpErrorCode,
  Session,
  SessionData,
  SignedIn,
  SignedUp,
  SocialLinked,
  SocialRedirect,
  SocialSignedIn,
  UpdatedSession,
  User,
  VerifiedEmail,
} from "@latchkey/core";
export type {
  AccountInfoQuery,
  AddEmailInput,
  AppTypes,
  ChangeEmailInput,
  ChangePasswordInput,
  CodesOf,
  DeleteUserInput,
  ForgetPasswordAnswer,
  ForgetPasswordInput,
  GetSessionQuery,
  HasAppTypes,
  HasTypes,
  IdTokenInput,
  LinkSocialInput,
  Models,
  OptionalQueryField,
  OwnTokens,
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
  StatusAnswer,
  SuccessAnswer,
  UnlinkAccountInput,
  UpdateUserInput,
  VerifyEmailQuery,
  VerifyPasswordInput,
} from "@latchkey/core/plugin";
export { type ClientOptions, createAuthClient, type SessionSeed } from "./create-client.ts";
export type { Methods } from "./methods.ts";
export type { Answer, ClientPlugin, StoreSource } from "./plugin.ts";
export type { ProofNeeded, Prove } from "./proof.ts";
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
