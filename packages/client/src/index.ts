/** The face of `@latchkey/client`. */

// What an exported client is made of: an app's declarations must be able to name it from this package alone.
export type {
  Account,
  AppTypes,
  Auth,
  ChangedPassword,
  ChangeEmailErrorCode,
  ChangeEmailInput,
  ChangePasswordErrorCode,
  ChangePasswordInput,
  DeletedUser,
  DeleteUserErrorCode,
  DeleteUserInput,
  ForgetPasswordAnswer,
  ForgetPasswordErrorCode,
  ForgetPasswordInput,
  GetSessionQuery,
  HasAppTypes,
  HasTypes,
  HttpErrorCode,
  PluginTypes,
  ProvePasswordErrorCode,
  ResetPasswordErrorCode,
  ResetPasswordInput,
  RevokeSessionInput,
  SendVerificationEmailErrorCode,
  SendVerificationEmailInput,
  Session,
  SessionData,
  SessionErrorCode,
  SignedIn,
  SignedUp,
  SignInEmailErrorCode,
  SignInEmailInput,
  SignUpEmailErrorCode,
  SignUpEmailInput,
  StatusAnswer,
  SuccessAnswer,
  UpdateUserErrorCode,
  UpdateUserInput,
  User,
  VerifiedEmail,
  VerifyEmailErrorCode,
  VerifyEmailQuery,
  VerifyPasswordInput,
} from "@latchkey/core";
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
  GetSessionFields,
  OptionalClientCall,
  OwnTokens,
  StoresByName,
  StoresOf,
} from "./types.ts";
