/** The types of a client: core calls and everything that plugins add. */

import type { CoreCalls, Session, SessionData, User } from "@latchkey/core";
import type {
  AppTypes,
  CallSettings,
  ClientCall,
  CodesOf,
  HasAppTypes,
  HasTypes,
  MergeFor,
  MergeOf,
  Models,
  OptionalClientCall,
  Simplify,
  UnionOf,
} from "@latchkey/core/plugin";
import type { ClientPlugin } from "./plugin.ts";
import type { ProofHandler } from "./reauth-prompt.ts";
import type { Fetch } from "./request.ts";
import type { AuthStore } from "./store.ts";

export type { CallSettings, ClientCall, OptionalClientCall };

/** The core calls. */
export interface CoreClient<M extends Models> {
  readonly signUp: {
    /**
     * Creates a user with a password, and a session unless the email must be verified first (`token` is then `null`).
     */
    readonly email: CoreCalls<M>["signUpEmail"]["client"];
  };
  readonly signIn: {
    /** Signs in with email and password. */
    readonly email: CoreCalls<M>["signInEmail"]["client"];
    /** Redirects to the provider, unless `disableRedirect` is set. Can also sign in with an ID token. */
    readonly social: CoreCalls<M>["signInSocial"]["client"];
  };
  /** Ends the session, if there is one. The store is empty before the promise resolves. */
  readonly signOut: CoreCalls<M>["signOut"]["client"];
  /** Reads the session now and updates the store before the promise resolves. */
  readonly getSession: CoreCalls<M>["getSession"]["client"];
  /** Lists the user's active sessions, newest first. */
  readonly listSessions: CoreCalls<M>["listSessions"]["client"];
  /** Ends one of the user's sessions, identified by its handle. */
  readonly revokeSession: CoreCalls<M>["revokeSession"]["client"];
  /** Ends all of the user's sessions, including this one. */
  readonly revokeSessions: CoreCalls<M>["revokeSessions"]["client"];
  /** Ends all of the user's sessions except this one. */
  readonly revokeOtherSessions: CoreCalls<M>["revokeOtherSessions"]["client"];
  /** Changes the session fields that clients can set. */
  readonly updateSession: CoreCalls<M>["updateSession"]["client"];
  /** Sends a verification email again. The response is the same for every email. */
  readonly sendVerificationEmail: CoreCalls<M>["sendVerificationEmail"]["client"];
  /**
   * Verifies an email with the token from a link, for apps with their own verification page. Passed in `query`, it's a
   * GET, like opening the link. Passed as fields, it's a POST, for apps that ask for confirmation first
   * (`emailVerification.confirmPage`).
   */
  readonly verifyEmail: CoreCalls<M>["verifyEmail"]["client"];
  /** Sends a password reset link. The response is the same for every email. */
  readonly forgetPassword: CoreCalls<M>["forgetPassword"]["client"];
  /** Sends a password reset link. The response is the same for every email. */
  readonly requestPasswordReset: CoreCalls<M>["requestPasswordReset"]["client"];
  /** Sets a new password with the token from the reset link. */
  readonly resetPassword: CoreCalls<M>["resetPassword"]["client"];
  /** Changes the password. Needs the current one. */
  readonly changePassword: CoreCalls<M>["changePassword"]["client"];
  /** Verifies the current password, which makes the session fresh. */
  readonly verifyPassword: CoreCalls<M>["verifyPassword"]["client"];
  /** Changes the email, or first sends a confirmation email to its owner. */
  readonly changeEmail: CoreCalls<M>["changeEmail"]["client"];
  /** Cancels an email change that isn't confirmed yet. */
  readonly cancelEmailChange: CoreCalls<M>["cancelEmailChange"]["client"];
  /** Sends a link to the email that a user enters because their provider doesn't share one (`email_required`). */
  readonly addEmail: CoreCalls<M>["addEmail"]["client"];
  /** Returns what the server offers: sign-in methods, password rules, and plugins. */
  readonly capabilities: CoreCalls<M>["capabilities"]["client"];
  /** Returns what the user's account has and can do, in addition to what's in the session. */
  readonly accountState: CoreCalls<M>["accountState"]["client"];
  /** Returns this browser's sign-in that is waiting for another factor, or `null`. */
  readonly pendingSignIn: CoreCalls<M>["pendingSignIn"]["client"];
  /** Changes the name, the image, and the fields that users can set. */
  readonly updateUser: CoreCalls<M>["updateUser"]["client"];
  /** Deletes the account, or sends a confirmation email. `data.message` tells you which. */
  readonly deleteUser: CoreCalls<M>["deleteUser"]["client"];
  /** Lists the user's sign-in methods, oldest first. */
  readonly listAccounts: CoreCalls<M>["listAccounts"]["client"];
  /**
   * Redirects to the provider to link an account, unless `disableRedirect` is set. Can also link one with an ID token.
   */
  readonly linkSocial: CoreCalls<M>["linkSocial"]["client"];
  /** Unlinks a sign-in method. The last one can't be unlinked. */
  readonly unlinkAccount: CoreCalls<M>["unlinkAccount"]["client"];
  /** Returns a valid access token for a provider. */
  readonly getAccessToken: CoreCalls<M>["getAccessToken"]["client"];
  /** Refreshes the provider's tokens. */
  readonly refreshToken: CoreCalls<M>["refreshToken"]["client"];
  /** Returns the user's current profile at the provider. */
  readonly accountInfo: CoreCalls<M>["accountInfo"]["client"];
}

/** The client's members that aren't paths. */
export interface ClientTools<U, S, Stores> {
  /** Calls any path under the base path, with the same effects as a typed call. */
  readonly $fetch: Fetch;
  /**
   * Sets the handler that asks the user to reauthenticate when a call needs it, such as a dialog. If it resolves to
   * `true`, the call is sent again and its caller doesn't notice. A later handler replaces this one. Returns a function
   * that removes this one.
   */
  readonly $onProofNeeded: (prove: ProofHandler) => () => void;
  /** The stores: `client.$stores.session`, and those of the client plugins in `plugins`. */
  readonly $stores: StoresByName<{ readonly session: SessionData<U, S> } & Stores>;
  /** Types only, such as `typeof client.$Infer.Session`. There's no value at run time. */
  readonly $Infer: { readonly Session: SessionData<U, S>; readonly User: U };
}

/** Maps each store's name to a store of its data type. */
export type StoresByName<Stores> = { readonly [K in keyof Stores]: AuthStore<Stores[K]> };

/** The stores of an app's plugins: each store's name and data type. */
export type StoresOf<A extends AppTypes> = MergeFor<A["plugins"], "stores", A>;

/** The client of an app. */
export type Client<A extends AppTypes> = CoreClient<A> &
  ClientTools<A["user"], A["session"], StoresOf<A>> &
  MergeFor<A["plugins"], "client", A>;

/** The app type of a client without `typeof auth`: core, plus the types of its plugins. */
export interface AppOfPlugins<P extends readonly HasTypes[]> extends AppTypes {
  readonly user: Simplify<User & MergeOf<P, "user">>;
  readonly session: Simplify<Session & MergeOf<P, "session">>;
  readonly newUser: MergeOf<P, "newUser"> & object;
  readonly challenge: UnionOf<P, "challenge">;
  readonly codes: CodesOf<P>;
  readonly plugins: P;
}

/** The app type from `typeof auth`, or the one that the plugins describe if `typeof auth` isn't given. */
export type AppOfClient<A, P extends readonly HasTypes[]> =
  A extends HasAppTypes<infer T> ? (AppTypes extends T ? AppOfPlugins<P> : T) : AppOfPlugins<P>;

/** What `createAuthClient` returns, for exported clients that need a type annotation: `AuthClient<typeof auth>`. */
export type AuthClient<A = unknown, P extends readonly HasTypes[] = readonly ClientPlugin[]> = Client<
  AppOfClient<A, P>
>;
