/** The types of a client: core's calls, and the sum of what plugins add. */

import type { CoreCalls, Session, SessionData, User } from "@latchkey/core";
import type {
  AppTypes,
  CallSettings,
  ClientCall,
  CodesOf,
  HasAppTypes,
  HasTypes,
  Models,
  OptionalClientCall,
  Said,
  Simplify,
  Sum,
  SumFor,
} from "@latchkey/core/plugin";
import type { ClientPlugin } from "./plugin.ts";
import type { Prove } from "./proof.ts";
import type { Fetch } from "./request.ts";
import type { AuthStore } from "./store.ts";

export type { CallSettings, ClientCall, OptionalClientCall };

/** Core's calls. */
export interface CoreClient<M extends Models> {
  readonly signUp: {
    /** Creates a user with a password, and a session unless the email must be verified first (`token` is then `null`). */
    readonly email: CoreCalls<M>["signUpEmail"]["client"];
  };
  readonly signIn: {
    /** Signs in with email and password. */
    readonly email: CoreCalls<M>["signInEmail"]["client"];
    /** Goes to the provider, unless `disableRedirect` is set. Or signs in with an id token. */
    readonly social: CoreCalls<M>["signInSocial"]["client"];
  };
  /** Ends the session, if there is one. The store is empty before the promise resolves. */
  readonly signOut: CoreCalls<M>["signOut"]["client"];
  /** Reads the session now. The store has it before the promise resolves. */
  readonly getSession: CoreCalls<M>["getSession"]["client"];
  /** Lists the user's active sessions, newest first. */
  readonly listSessions: CoreCalls<M>["listSessions"]["client"];
  /** Ends one of the user's sessions, by its handle. */
  readonly revokeSession: CoreCalls<M>["revokeSession"]["client"];
  /** Ends all of the user's sessions, including this one. */
  readonly revokeSessions: CoreCalls<M>["revokeSessions"]["client"];
  /** Ends all of the user's sessions except this one. */
  readonly revokeOtherSessions: CoreCalls<M>["revokeOtherSessions"]["client"];
  /** Changes the session fields that clients can set. */
  readonly updateSession: CoreCalls<M>["updateSession"]["client"];
  /** Sends a verification email again. The answer is the same for every email. */
  readonly sendVerificationEmail: CoreCalls<M>["sendVerificationEmail"]["client"];
  /**
   * Verifies an email with the token of a link, for apps with their own page for it. In `query` it opens the link. Flat it
   * is a POST, for apps that ask for confirmation first (`emailVerification.confirmPage`).
   */
  readonly verifyEmail: CoreCalls<M>["verifyEmail"]["client"];
  /** Sends an email with a link to set a new password. The answer is the same for every email. */
  readonly forgetPassword: CoreCalls<M>["forgetPassword"]["client"];
  /** Sends an email with a link to set a new password. The answer is the same for every email. */
  readonly requestPasswordReset: CoreCalls<M>["requestPasswordReset"]["client"];
  /** Sets a new password with the token of that email. */
  readonly resetPassword: CoreCalls<M>["resetPassword"]["client"];
  /** Changes the password. Needs the current one. */
  readonly changePassword: CoreCalls<M>["changePassword"]["client"];
  /** Verifies the current password, which makes the session fresh. */
  readonly verifyPassword: CoreCalls<M>["verifyPassword"]["client"];
  /** Changes the email, or asks its owner by email. */
  readonly changeEmail: CoreCalls<M>["changeEmail"]["client"];
  /** Sends a link to the email of a user whose provider doesn't share one and who can't sign in (`email_required`). */
  readonly addEmail: CoreCalls<M>["addEmail"]["client"];
  /** Changes the name, the image, and the fields that users can set. */
  readonly updateUser: CoreCalls<M>["updateUser"]["client"];
  /** Deletes the account, or sends an email that asks for confirmation: `data.message` says which. */
  readonly deleteUser: CoreCalls<M>["deleteUser"]["client"];
  /** Lists the user's sign-in methods, oldest first. */
  readonly listAccounts: CoreCalls<M>["listAccounts"]["client"];
  /** Goes to the provider to link an account, unless `disableRedirect` is set. Or links one with an id token. */
  readonly linkSocial: CoreCalls<M>["linkSocial"]["client"];
  /** Unlinks a sign-in method. The last one can't be unlinked. */
  readonly unlinkAccount: CoreCalls<M>["unlinkAccount"]["client"];
  /** Returns a provider's access token that is valid now. */
  readonly getAccessToken: CoreCalls<M>["getAccessToken"]["client"];
  /** Refreshes the provider's tokens. */
  readonly refreshToken: CoreCalls<M>["refreshToken"]["client"];
  /** Returns the user's current profile at the provider. */
  readonly accountInfo: CoreCalls<M>["accountInfo"]["client"];
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
export type Client<A extends AppTypes> = CoreClient<A> &
  ClientTools<A["user"], A["session"], StoresOf<A>> &
  SumFor<A["plugins"], "client", A>;

/** The app that a client without `typeof auth` talks to: core, and what its plugins say. */
export interface AppOfPlugins<P extends readonly HasTypes[]> extends AppTypes {
  readonly user: Simplify<User & Sum<P, "user">>;
  readonly session: Simplify<Session & Sum<P, "session">>;
  readonly newUser: Sum<P, "newUser"> & object;
  readonly challenge: Said<P, "challenge">;
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
