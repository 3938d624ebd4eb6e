/**
 * The context that core and plugin code works with, app-wide and per request. The functions that plugins add to core
 * are defined here too, because they take the context and the context holds them.
 */

import type { Keyring } from "../crypto/keys.ts";
import type { PasswordHasher } from "../crypto/passwords/hasher.ts";
import type { RandomBytes } from "../crypto/random.ts";
import type { Adapter, Transaction, Where } from "../database/adapter.ts";
import type { Row } from "../database/tables.ts";
import type { RequestCookies } from "../http/cookies.ts";
import type { ErrorEntry } from "../http/errors.ts";
import type { Reply } from "../http/reply.ts";
import type { AuditRow } from "../tables/audit.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import type { AccessRevocation, MailboxRecovery, UserRemoval, VerifiedMailbox } from "./account-events.ts";
import type { BoundedCache } from "./bounded-cache.ts";
import type { AdminPermissionCheck, Capabilities, CapabilitiesPart } from "./capabilities.ts";
import type { RateLimitCounter } from "./counter.ts";
import type { DeclaredEndpoint, PluginDeclaration } from "./declaration.ts";
import type { Logger } from "./log.ts";
import type { RowPresenters } from "./row-presenters.ts";
import type { CredentialSession, LoadedSession, SessionCopies, SessionJoins, VerifiedCopy } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { AttemptUser, Challenge, SignInAttempt } from "./sign-in-attempt.ts";
import type { PreviousSignIn, SecondFactorUser, SessionCreation, SessionTokenChange } from "./sign-in-events.ts";
import type { RequestTrace } from "./trace.ts";

/**
 * Finds a domain name's TXT records. A record consists of one or more strings. Rejects with the `code` `ENOTFOUND` or
 * `ENODATA` if there are none, and with a different error if the lookup fails.
 */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** The kernel: created by `createAuth`, shared by all requests, and never changed. */
export interface AuthContext {
  readonly db: Adapter;
  /** The current time from the app's clock. Nothing reads any other clock. */
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly keys: Keyring;
  readonly passwords: PasswordHasher;
  readonly fetch: typeof fetch;
  /** The app's own `fetch` for URLs from untrusted sources. `null` if it set none. Used by `publicFetch`. */
  readonly publicFetch: typeof fetch | null;
  /** The app's own reader of TXT records. `null` if it set none. Used by `resolveTxt`. */
  readonly resolveTxt: ResolveTxt | null;
  readonly settings: Settings;
  readonly extensions: Extensions;
  /** What the app offers, for `GET /capabilities`. */
  readonly capabilities: Capabilities;
  /** Schedules an outbox run in this many milliseconds. */
  readonly scheduleOutbox: (afterMs: number) => void;
  /** Counts attempts for rate limits. Endpoints use it through `enforceRateLimit`. */
  readonly counter: RateLimitCounter;
  /** Session copies in the secondary storage. `null` if there's no secondary storage or copies are turned off. */
  readonly copies: SessionCopies | null;
  /** Turns the rows of each model into what responses contain. */
  readonly presenters: RowPresenters;
  /** Cookie cache copies, keyed by the end of the cookie's value. Contains only copies whose signature was verified. */
  readonly verifiedCopies: BoundedCache<VerifiedCopy>;
  /**
   * Values that plugins keep for the life of this app, keyed by their own symbols. Other apps in the same process can't
   * see them.
   */
  readonly appCache: Map<symbol, unknown>;
}

/** Everything that plugins add to core's operations. */
export interface Extensions {
  /** Run by `createSession`. Gates that reject come before gates that challenge. */
  readonly gates: readonly Gate[];
  /** Rows that session reads load, by the endpoint's id: the user, and what its guards declare. */
  readonly sessionJoins: Readonly<Record<string, SessionJoins>>;
  /** Outbox handlers by message kind. */
  readonly outbox: Readonly<Record<string, OutboxHandler>>;
  /** Functions that find the impersonator of a session. */
  readonly impersonatorResolvers: FunctionsOf<"impersonatorOf">;
  /** Functions that check or change the fields written to a user. */
  readonly userInput: FunctionsOf<"userInput">;
  /** Errors for unique values that are already taken, by table and columns. */
  readonly conflictErrors: Readonly<Record<string, { readonly code: string; readonly entry: ErrorEntry }>>;
  /** Functions that decide whether a sign-up has verified its email. */
  readonly emailVerifiers: FunctionsOf<"verifiesEmail">;
  /** Functions that can reject a new password. */
  readonly passwordChecks: FunctionsOf<"checkPassword">;
  /** Functions that return a user's additional identifiers. */
  readonly identifiers: FunctionsOf<"identifiers">;
  /** Functions that return the additional identifiers that a user can sign in with. */
  readonly signInIdentifiers: FunctionsOf<"signInIdentifiers">;
  /** Functions that remove what a recovery doesn't keep. */
  readonly onReclaim: FunctionsOf<"onReclaim">;
  /** Functions that set `verifiedEmail` once an email has been verified in a session. */
  readonly onMailboxVerified: FunctionsOf<"onMailboxVerified">;
  /** Functions that can reject a new provider account. */
  readonly accountLinkChecks: FunctionsOf<"checkAccountLink">;
  /** Called when a user loses permissions. */
  readonly onAccessRevoked: FunctionsOf<"onAccessRevoked">;
  /** Functions that decide whether the browser's previous session continues. */
  readonly keepsPreviousSession: FunctionsOf<"keepsPreviousSession">;
  /** Called in the transaction that creates a session. */
  readonly onSessionCreated: FunctionsOf<"onSessionCreated">;
  /** Called when a response changes the browser's session token. */
  readonly onSessionTokenChange: FunctionsOf<"onSessionTokenChange">;
  /** Called when a session was read from the database and could be extended. */
  readonly onSessionRead: FunctionsOf<"onSessionRead">;
  /** Functions that recognize guests. */
  readonly guestChecks: FunctionsOf<"isGuest">;
  /** Functions that return new values for a guest's row when the guest signs up. */
  readonly guestUpgrades: FunctionsOf<"upgradeGuest">;
  /** Functions that are called for audit log entries. */
  readonly auditSinks: FunctionsOf<"onAudit">;
  /** Plugins' scheduled work, by name. */
  readonly maintenanceJobs: Readonly<Record<string, MaintenanceJob>>;
  /** Called to delete what only this user owns. */
  readonly removeSolelyOwned: FunctionsOf<"removeSolelyOwned">;
  /** What plugins add to the capabilities, with their ids. */
  readonly capabilities: readonly {
    readonly id: string;
    readonly read: NonNullable<PluginFunctions["capabilities"]>;
  }[];
  /** Functions that add to `GET /account-state`. */
  readonly accountState: FunctionsOf<"accountState">;
  /** Functions that find the second factors of a user, with the ids of their plugins. */
  readonly secondFactorMethods: readonly {
    readonly id: string;
    readonly find: NonNullable<PluginFunctions["secondFactorMethods"]>;
  }[];
  /** Functions that count a user's sign-in methods in plugin tables. */
  readonly signInMethods: FunctionsOf<"signInMethods">;
  /** Functions that return the factors a user could prove now. */
  readonly enrolledFactors: FunctionsOf<"enrolledFactors">;
  /** Functions that let users without a verified email sign in. */
  readonly allowsUnverifiedEmail: FunctionsOf<"allowsUnverifiedEmail">;
  /** Functions that check the permissions of site admins. All of them must allow the call. */
  readonly adminChecks: FunctionsOf<"missingAdminPermissions">;
  /** Functions that read a session from a credential other than its token. */
  readonly credentialReaders: FunctionsOf<"readCredential">;
  /** Functions that can reject a credential that represents a session. */
  readonly credentialChecks: FunctionsOf<"checkCredential">;
  /** Functions that can reject an email change. */
  readonly emailChangeChecks: FunctionsOf<"checkEmailChange">;
  /** Functions that replace the link in a password reset email. */
  readonly passwordResetLinks: FunctionsOf<"passwordResetLink">;
  /** Functions that receive a trace of each request. */
  readonly observers: FunctionsOf<"observe">;
  /** Services that plugins provide to each other, by name. Read with `getService`. */
  readonly services: object;
  /** Every kind of one-time token. */
  readonly tokens: readonly { readonly name: string; readonly isCredential?: boolean }[];
  /** All endpoints by id, with the declarations of their guards. */
  readonly endpoints: Readonly<Record<string, DeclaredEndpoint>>;
  /** Core's features, then the app's plugins. For tools that describe an app. */
  readonly plugins: readonly PluginDeclaration[];
}

type FunctionsOf<K extends keyof PluginFunctions> = readonly NonNullable<PluginFunctions[K]>[];

/** The kernel plus one request. */
export interface RequestContext extends AuthContext {
  /** The HTTP method in uppercase. `null` if a server call was made without a request. */
  readonly method: string | null;
  /** Returns a request header, or `null`. Several values are joined by a comma and a space. */
  header(name: string): string | null;
  /**
   * The request as a web-standard object, for functions that take one. It's created on first use, which costs more than
   * handling most requests does, so read `method`, `header`, and `cookies` instead. `null` if a server call was made
   * without a request.
   */
  readonly request: Request | null;
  /** All request headers as a web-standard object, created on first use. */
  readonly headers: Headers;
  /** The endpoint's id, as in `auth.api`. If the endpoint has several names, this is the main one. */
  readonly endpointId: string;
  readonly endpoint: DeclaredEndpoint;
  /** Whether the call came over HTTP rather than through `auth.api`. */
  readonly isHttp: boolean;
  /**
   * Whether `auth.api` was called with neither headers nor a request. The app itself makes such a call, not on behalf
   * of a user.
   */
  readonly isServerCall: boolean;
  /** Origin of the auth server: the configured one, or the request's. */
  readonly origin: string;
  /** The client's IP address in canonical form. `null` if unknown. */
  readonly clientAddress: string | null;
  readonly reply: Reply;
  readonly cookies: RequestCookies;
  /** The input as it was sent, before validation, for hooks that read their own fields. */
  rawInput: unknown;
  /**
   * What the sign-in is part of, such as an OAuth client's request. A plugin's `before` hook sets it. It's kept across
   * redirects to a provider, sign-in links, and second factors, so that the plugin's `after` hook has it when the
   * sign-in is complete. The plugin must check that it belongs to this browser.
   */
  continuation: string | null;
  /** The result of `readSession`. `null` if it hasn't been called yet. */
  loadedSession: LoadedSession | null;
  /** Values that guards and stores keep for the duration of the request, keyed by their own symbols. */
  readonly requestCache: Map<symbol, unknown>;
  /** Keeps work running after the response is sent. Failures are logged. */
  background(name: string, work: Promise<unknown>): void;
  /** Runs `work` after the handler succeeds. Skipped if the request fails. */
  afterSuccess(work: () => Promise<unknown> | undefined): void;
  /** Runs `work` once the response is known, even if it's an error. */
  afterResponse(work: () => Promise<unknown> | undefined): void;
}

/** Plugin functions that core's operations call. They're keys of `Plugin`. */
export interface PluginFunctions {
  /**
   * Returns the impersonator's id if this session is an impersonation, otherwise `null`. Reads it from the plugin's own
   * columns. The user isn't present in such a session, so `denyImpersonation` rejects it, and audit log entries name
   * the impersonator.
   */
  impersonatorOf?(session: Row): string | null;
  /**
   * Checks and changes what sign-up and updates write to a user, for core's columns and the plugin's own. Can throw, or
   * return other values. Normalize identifiers here, so that they're compared in one form.
   * @param user the user's row before the update; `null` at `create`. Another request can change the row in the
   *   meantime, so return columns that depend on each other together.
   */
  userInput?(
    values: FieldValues,
    operation: "create" | "update",
    context: RequestContext,
    user: FieldValues | null,
  ): FieldValues | Promise<FieldValues>;
  /**
   * Whether a sign-up proves that the user owns this email, for example with the token of an emailed invitation. If so,
   * the email counts as verified from the start.
   * @param body as sent by the client
   */
  verifiesEmail?(email: string, body: FieldValues, context: RequestContext): Promise<boolean> | boolean;
  /** Called before a password is set, in every flow. Throw an `AuthError` to reject it. */
  checkPassword?(password: string, context: RequestContext): Promise<void> | void;
  /**
   * Identifiers of a user other than the email. An app can reject them as passwords.
   * @param user the columns known so far
   */
  identifiers?(user: FieldValues): readonly unknown[];
  /**
   * Additional identifiers that a user can sign in with, each in the form in which `signInWithPassword` gets it as
   * `name`. A sign-up with a taken email stores decoys for them too.
   */
  signInIdentifiers?(user: FieldValues): readonly string[];
  /**
   * A user recovers their account through a mailbox. Remove every sign-in method, and everything else that could lock
   * the owner out, if it isn't marked with `keepEmail` or if it changed at `since` or later. Return `true` if you
   * removed anything. Runs in the recovery's transaction, with the user's row locked. Core removes sessions and tokens.
   */
  onReclaim?(
    tx: Transaction,
    recovery: MailboxRecovery,
    context: RequestContext,
  ): Promise<boolean | undefined> | boolean | undefined;
  /**
   * The user has used an emailed secret in a session. Set `verifiedEmail` on the factors that this session has itself
   * proven (`session.proofs`), so that a recovery keeps them. Runs in the same transaction, with the user's row locked.
   * When a user's email changes, core updates `verifiedEmail` in every table that has this column and `userId`.
   */
  onMailboxVerified?(tx: Transaction, verified: VerifiedMailbox, context: RequestContext): Promise<void> | void;
  /**
   * Called before a provider account is added to a signed-in user: when the user leaves for the provider, and again
   * when they return. Throw an `AuthError` to reject it. Not called for an account that the user has already.
   */
  checkAccountLink?(context: RequestContext, active: ActiveSession): Promise<void> | void;
  /**
   * Called in the transaction that removes permissions from a user, such as a ban. The user's row is locked. Revoke
   * everything that the user started with those permissions and that would outlast them, such as pending invitations.
   */
  onAccessRevoked?(tx: Transaction, loss: AccessRevocation, context: RequestContext): Promise<void> | void;
  /**
   * Whether the browser's previous session continues after this sign-in. Otherwise, the sign-in ends it. Called in the
   * sign-in's transaction. If a challenge stops the sign-in, the browser stays signed in to the session that's kept,
   * unless the result is `inactive`: then the session's cookie is removed, and the plugin keeps the token.
   */
  keepsPreviousSession?(found: PreviousSignIn, context: RequestContext): boolean | "inactive";
  /**
   * Called in the transaction that creates a session, after all gates. If it throws, no one is signed in. A sign-in
   * that loses a race starts over, so it can be called again for the same sign-in.
   */
  onSessionCreated?(tx: Transaction, created: SessionCreation, context: RequestContext): Promise<void> | void;
  /**
   * Called when a response sets, rotates, or clears the browser's session token, to update the plugin's own cookies.
   * The session has been stored or ended by then.
   */
  onSessionTokenChange?(change: SessionTokenChange, context: RequestContext): void;
  /**
   * Called when `getSession` has read a session from the database, unless the caller turned off session extension. Not
   * called for copies in the cookie or the secondary storage. It's part of the most frequent call of most apps, so
   * don't query the database each time.
   */
  onSessionRead?(active: ActiveSession, context: RequestContext): Promise<void> | void;
  /** Whether this user is a guest, who has no sign-in method yet. `denyGuest` rejects guests. */
  isGuest?(user: Row): boolean;
  /**
   * Returns the columns that turn a guest's row into a regular user's, so that a guest who signs up keeps the row and
   * its id. `null` if sign-up creates a separate user. Only called if `isGuest` is true.
   */
  upgradeGuest?(guest: Row): FieldValues | null;
  /**
   * Deletes everything that only this user owns and that would otherwise block the user's deletion, such as
   * organizations without another owner. Called in the transaction that deletes the user, and only if the caller asked
   * for it.
   */
  removeSolelyOwned?(tx: Transaction, removal: UserRemoval, context: RequestContext): Promise<void> | void;
  /**
   * Returns what the plugin adds to `GET /capabilities`. Called once, by `createAuth`. Anyone can read the result, so
   * it must not contain a secret.
   * @param isCallable whether clients can call an endpoint, by its id or path. `false` if the app disabled it.
   */
  capabilities?(settings: Settings, isCallable: (idOrPath: string) => boolean): CapabilitiesPart;
  /** Returns what the plugin adds to the caller's `GET /account-state`. @param user the caller's row */
  accountState?(context: RequestContext, user: Row): Promise<LatchkeyAccountState>;
  /**
   * Returns the names of the user's second factors that can finish a pending sign-in, such as `totp`. Runs in the
   * transaction of the sign-in, or when a page asks what the sign-in is waiting for.
   */
  secondFactorMethods?(
    db: Adapter,
    user: SecondFactorUser,
    context: RequestContext,
  ): Promise<readonly string[]> | readonly string[];
  /**
   * Returns how many sign-in methods the user has in the plugin's own tables. Called before a sign-in method is
   * removed, in the same transaction and with the user's row locked, so that the last one can't be removed.
   */
  signInMethods?(tx: Transaction, userId: string, context: RequestContext): Promise<number> | number;
  /**
   * Returns the factors in the plugin's own tables that the user could prove now, with the names they have in
   * `session.proofs`: `two-factor`, `passkey`. Called when a session isn't fresh enough, so that the error can say how
   * to confirm, and not on sign-in or when a session is read.
   */
  enrolledFactors?(context: RequestContext, user: Row): Promise<readonly string[]> | readonly string[];
  /**
   * Whether this sign-in is allowed even though the app requires verified emails, for example because the user has no
   * email.
   */
  allowsUnverifiedEmail?(attempt: SignInAttempt, context: RequestContext): Promise<boolean> | boolean;
  /**
   * Returns the permissions that a site admin lacks, in the form `user:ban`. Empty if none is missing. For other
   * plugins' calls that only admins can use (`requireAdmin`).
   */
  missingAdminPermissions?(context: AuthContext, check: AdminPermissionCheck): readonly string[];
  /**
   * Reads the caller from a credential other than a session's token, such as an API key. Only called if the request has
   * no session cookie. Returns `null` if the request has no such credential. Throw an `AuthError` if it's invalid, or
   * if the endpoint's `principals` don't include its kind.
   */
  readCredential?(context: RequestContext): Promise<CredentialSession | null> | CredentialSession | null;
  /**
   * Called when a credential such as an API key is used as a session. No gate has checked such a session. Throw an
   * `AuthError` to reject it.
   */
  checkCredential?(context: RequestContext, active: ActiveSession): Promise<void> | void;
  /**
   * Called when an email change by the user or an admin is stored, in its transaction and with the user's row locked.
   * Throw an `AuthError` from the `changeEmail` stage to reject it. Undoing a change doesn't call it.
   */
  checkEmailChange?(tx: Transaction, change: { readonly from: string; readonly to: string }): Promise<void> | void;
  /**
   * Returns a URL to replace the link in a password reset email, for a user who signs in without a password. The email
   * then has no token. Return `null` for the usual link.
   * @param origin the origin of the server's URL
   */
  passwordResetLink?(context: AuthContext, user: UserRow, origin: string): Promise<string | null> | string | null;
  /**
   * Called with every audit log entry, in its transaction, even if the app turned the audit log off. What it stores
   * with `tx` is stored with the entry, or not at all. If it throws, the change that the entry is about fails, so leave
   * work that can fail to the outbox. Failed attempts are counted by the hour, and only the first one of each hour
   * calls it.
   * @param context a `RequestContext` if a request caused the entry
   */
  onAudit?(tx: Transaction, entry: AuditRow, context: AuthContext): Promise<void> | void;
  /** Called with every request that reached an endpoint over HTTP, before its response is sent. Keep it fast. */
  observe?(trace: RequestTrace): void;
}

/** A plugin's scheduled work, such as removing old rows. Several instances can run it concurrently. */
export type MaintenanceJob = (context: AuthContext) => Promise<number>;

/** A check that runs before a session is created. */
export interface Gate {
  readonly name: string;
  /**
   * Whether the gate also runs when an admin starts an impersonation. Use `true` if it keeps the user out, like a ban,
   * and `false` if only the user can complete it. Default: `false`.
   */
  readonly whenImpersonating?: boolean;
  /** Gates that reject run first, so a challenge reaches only users whom no gate rejects. */
  readonly kind: "refuse" | "challenge";
  /**
   * Whether to check this user, judging by their row alone. A sign-in that no gate has to check saves a query. Default:
   * every user is checked.
   */
  appliesTo?(user: AttemptUser): boolean;
  /**
   * Whether the user is kept out right now, for example by a ban, judging by their row alone. For credentials that act
   * for a user without a sign-in, such as API keys.
   */
  isBlocked?(user: AttemptUser, context: AuthContext): boolean;
  /**
   * Returns a condition that matches the users for whom `isBlocked` is false, so that a single query can check this and
   * make a change. Without this function, the user is read first.
   */
  notBlocked?(context: AuthContext): Where<UserRow>;
  /**
   * Return nothing to allow the sign-in, throw an `AuthError` to reject it, or return a challenge to send instead of a
   * session.
   */
  check(attempt: SignInAttempt, context: RequestContext): Promise<Challenge | undefined> | Challenge | undefined;
}

/**
 * Delivers one message. If it throws, the outbox tries again later. The same message can arrive more than once. `key`
 * is the same each time, so that the receiver can drop duplicates. `attempt` is 1 for the first try.
 */
export interface OutboxHandler {
  (
    payload: unknown,
    context: AuthContext,
    delivery: { readonly key: string; readonly signal: AbortSignal; readonly attempt: number },
  ): Promise<void>;
  /**
   * Returns the receiver, for messages that go to third-party servers. Messages to one receiver wait together while
   * it's slow or down. Encrypted messages have no receiver.
   */
  readonly receiverOf?: (payload: unknown) => string;
  /** How many messages each process sends to one receiver concurrently. Default: 1. */
  readonly concurrencyPerReceiver?: number;
  /** How many receivers get messages of this kind concurrently in a run. Other kinds don't count. Default: 10. */
  readonly concurrency?: number;
  /**
   * Maximum attempts before a message is given up. Ten attempts take about 85 minutes, and each additional one takes an
   * hour. Default: 10.
   */
  readonly maxAttempts?: number;
  /**
   * Milliseconds after each failed attempt until the next one. A message is given up after the last one, whatever
   * `maxAttempts` is. Default: 10 seconds, doubled each time up to an hour.
   */
  readonly retryDelays?: readonly number[];
  /** Timeout of one delivery, in milliseconds. Default: 10000. */
  readonly timeoutMs?: number;
}

/** Values by column name. */
export type FieldValues = Readonly<Record<string, unknown>>;
