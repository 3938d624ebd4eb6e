/** The types of a client: core's calls, and the sum of what plugins add. */

import type {
  AccessToken,
  Account,
  AccountInfo,
  AccountInfoErrorCode,
  AccountInfoQuery,
  AccountTokensErrorCode,
  AccountTokensInput,
  AddEmailErrorCode,
  AddEmailInput,
  AppTypes,
  CallSettings,
  ChangedPassword,
  ChangeEmailErrorCode,
  ChangeEmailInput,
  ChangePasswordErrorCode,
  ChangePasswordInput,
  ClientCall,
  CodesOf,
  DeletedUser,
  DeleteUserErrorCode,
  DeleteUserInput,
  ForgetPasswordAnswer,
  ForgetPasswordErrorCode,
  ForgetPasswordInput,
  GetSessionQuery,
  HasAppTypes,
  HasTypes,
  LinkSocialErrorCode,
  LinkSocialInput,
  OptionalClientCall,
  ProvePasswordErrorCode,
  RefreshedTokens,
  ResetPasswordErrorCode,
  ResetPasswordInput,
  RevokeSessionInput,
  Said,
  SendVerificationEmailErrorCode,
  SendVerificationEmailInput,
  Session,
  SessionData,
  SessionErrorCode,
  SignedIn,
  SignedUp,
  SignInEmailErrorCode,
  SignInEmailInput,
  SignInSocialErrorCode,
  SignInSocialInput,
  SignUpEmailErrorCode,
  SignUpEmailInput,
  Simplify,
  SocialLinked,
  SocialRedirect,
  SocialSignedIn,
  StatusAnswer,
  SuccessAnswer,
  Sum,
  SumFor,
  UnlinkAccountErrorCode,
  UnlinkAccountInput,
  UpdatedSession,
  UpdateSessionErrorCode,
  UpdateUserErrorCode,
  UpdateUserInput,
  User,
  VerifiedEmail,
  VerifyEmailErrorCode,
  VerifyEmailQuery,
  VerifyPasswordInput,
} from "@latchkey/core";
import type { ClientPlugin } from "./plugin.ts";
import type { Prove } from "./proof.ts";
import type { Fetch } from "./request.ts";
import type { AuthStore } from "./store.ts";

export type { CallSettings, ClientCall, OptionalClientCall };

/** Core's calls. `Challenge` is what a sign-in can answer instead of a session, `Refusal` what plugins refuse it with. */
export interface CoreClient<U, S, NewUser, Challenge = never, Refusal extends string = never> {
  readonly signUp: {
    /** Makes a user with a password, and a session unless the address must be proven first (`token` is then `null`). */
    readonly email: ClientCall<SignUpEmailInput & NewUser, SignedUp<U> | Challenge, SignUpEmailErrorCode | Refusal>;
  };
  readonly signIn: {
    readonly email: ClientCall<SignInEmailInput, SignedIn<U> | Challenge, SignInEmailErrorCode | Refusal>;
    /** Goes to the provider, unless `disableRedirect` is set; or signs in by an id token. */
    readonly social: ClientCall<
      SignInSocialInput,
      SocialRedirect | SocialSignedIn<U> | Challenge,
      SignInSocialErrorCode | Refusal
    >;
  };
  /** Ends the session, if there is one. The store is empty before the promise resolves. */
  readonly signOut: OptionalClientCall<unknown, SuccessAnswer, never>;
  /** Reads the session now. The store takes it in before the promise resolves. */
  readonly getSession: OptionalClientCall<GetSessionFields, SessionData<U, S> | null, "FAILED_TO_GET_SESSION">;
  /** The live sessions of the signed-in user, newest first. */
  readonly listSessions: OptionalClientCall<unknown, S[], SessionErrorCode>;
  /** Ends one of the user's sessions, by its handle. */
  readonly revokeSession: ClientCall<RevokeSessionInput, StatusAnswer, SessionErrorCode>;
  /** Ends all of the user's sessions, this one too. */
  readonly revokeSessions: OptionalClientCall<unknown, StatusAnswer, SessionErrorCode>;
  /** Ends all of the user's sessions but this one. */
  readonly revokeOtherSessions: OptionalClientCall<unknown, StatusAnswer, SessionErrorCode>;
  /** Changes fields of the session that the app lets clients set. */
  readonly updateSession: ClientCall<Partial<Omit<S, keyof Session>>, UpdatedSession<S>, UpdateSessionErrorCode>;
  /** Sends the mail that proves an address once more. The answer is the same for every address. */
  readonly sendVerificationEmail: ClientCall<SendVerificationEmailInput, StatusAnswer, SendVerificationEmailErrorCode>;
  /**
   * Uses the token of a mail, where an app has a page of its own for the link: in `query` it opens the link; by itself it
   * is a POST, for apps that have people confirm (`emailVerification.confirmPage`).
   */
  readonly verifyEmail: ClientCall<
    VerifyEmailQuery | { readonly query: VerifyEmailQuery },
    VerifiedEmail<U> | Challenge,
    VerifyEmailErrorCode | Refusal
  >;
  /** Sends a mail with a link to set a new password. The answer is the same for every address. */
  readonly forgetPassword: ClientCall<ForgetPasswordInput, ForgetPasswordAnswer, ForgetPasswordErrorCode>;
  /** The same under its newer name. */
  readonly requestPasswordReset: ClientCall<ForgetPasswordInput, ForgetPasswordAnswer, ForgetPasswordErrorCode>;
  /** Sets a new password by the token of that mail. */
  readonly resetPassword: ClientCall<ResetPasswordInput, StatusAnswer, ResetPasswordErrorCode>;
  /** Sets a new password by the old one. */
  readonly changePassword: ClientCall<ChangePasswordInput, ChangedPassword<U>, ChangePasswordErrorCode>;
  /** Checks the password again, which makes the session fresh. */
  readonly verifyPassword: ClientCall<VerifyPasswordInput, StatusAnswer, ProvePasswordErrorCode>;
  /** Changes the address, or asks for its owner's word by mail. */
  readonly changeEmail: ClientCall<ChangeEmailInput, StatusAnswer, ChangeEmailErrorCode>;
  /** Mails a link to the address of somebody who is kept out because their provider gives none (`email_required`). */
  readonly addEmail: ClientCall<AddEmailInput, StatusAnswer, AddEmailErrorCode>;
  /** Changes name, image and the fields that the app lets people set. */
  readonly updateUser: ClientCall<UpdateUserInput & Partial<NewUser>, StatusAnswer, UpdateUserErrorCode>;
  /** Deletes the account, or asks for a word by mail: `data.message` says which. */
  readonly deleteUser: OptionalClientCall<DeleteUserInput, DeletedUser, DeleteUserErrorCode>;
  /** The ways in that the user has, oldest first. */
  readonly listAccounts: OptionalClientCall<unknown, Account[], "UNAUTHORIZED">;
  /** Goes to the provider for one more way in, unless `disableRedirect` is set; or links by an id token. */
  readonly linkSocial: ClientCall<LinkSocialInput, SocialRedirect | SocialLinked, LinkSocialErrorCode>;
  /** Takes away a way in, never the last one. */
  readonly unlinkAccount: ClientCall<UnlinkAccountInput, StatusAnswer, UnlinkAccountErrorCode>;
  /** A provider's access token that is valid now. */
  readonly getAccessToken: ClientCall<OwnTokens, AccessToken, AccountTokensErrorCode>;
  /** Has the provider give new tokens. */
  readonly refreshToken: ClientCall<OwnTokens, RefreshedTokens, AccountTokensErrorCode>;
  /** What the provider says of the user now. */
  readonly accountInfo: ClientCall<{ readonly query: AccountInfoQuery }, AccountInfo, AccountInfoErrorCode>;
}

/** Whose account it is goes by the session. */
export interface OwnTokens extends Omit<AccountTokensInput, "userId"> {}

/** What `client.getSession` takes. */
export interface GetSessionFields {
  readonly query?: GetSessionQuery | undefined;
}

/** What is no path. */
export interface ClientTools<U, S, Stores> {
  /** Calls any path under the base path; what follows from the answer is the same. */
  readonly $fetch: Fetch;
  /**
   * Says who asks people to prove who they are, when a call was refused for want of it: a dialog, say. Where it answers
   * `true` the call is sent once more, and its caller never learns. One at a time; returns how to stop.
   */
  readonly $onProofNeeded: (prove: Prove) => () => void;
  /** The session's store is `client.$stores.session`; those of the client plugins in `plugins` stand beside it. */
  readonly $stores: StoresByName<{ readonly session: SessionData<U, S> } & Stores>;
  /** Types only: `typeof client.$Infer.Session`. There is no value. */
  readonly $Infer: { readonly Session: SessionData<U, S>; readonly User: U };
}

/** Stores, by what each holds. */
export type StoresByName<Stores> = { readonly [K in keyof Stores]: AuthStore<Stores[K]> };

/** The stores of an app's plugins: name → what it holds. */
export type StoresOf<A extends AppTypes> = SumFor<A["plugins"], "stores", A>;

/** A client of an app. */
export type Client<A extends AppTypes> = CoreClient<
  A["user"],
  A["session"],
  A["newUser"],
  A["challenge"],
  A["refusal"]
> &
  ClientTools<A["user"], A["session"], StoresOf<A>> &
  SumFor<A["plugins"], "client", A>;

/** The app that a client without `typeof auth` talks to: core, and what its plugins say. */
export interface AppOfPlugins<P extends readonly HasTypes[]> extends AppTypes {
  readonly user: Simplify<User & Sum<P, "user">>;
  readonly session: Simplify<Session & Sum<P, "session">>;
  readonly newUser: Sum<P, "newUser"> & object;
  readonly challenge: Said<P, "challenge">;
  readonly refusal: CodesOf<P>["signIn"];
  readonly codes: CodesOf<P>;
  readonly plugins: P;
}

/** The app that `typeof auth` stands for; without it, the one that the plugins describe. */
export type AppOfClient<A, P extends readonly HasTypes[]> =
  A extends HasAppTypes<infer T> ? (AppTypes extends T ? AppOfPlugins<P> : T) : AppOfPlugins<P>;

/** What `createAuthClient` returns: `AuthClient<typeof auth>`. For where an exported client must have its type written. */
export type AuthClient<A = unknown, P extends readonly HasTypes[] = readonly ClientPlugin[]> = Client<
  AppOfClient<A, P>
>;
