/** What a plugin is. Core's own features are plugins too, made with the same `definePlugin`. */

import type { Join, Transaction } from "../database/adapter.ts";
import type { TableHook } from "../database/hooks.ts";
import type { Row, Table, TableExtension } from "../database/tables.ts";
import type { ErrorCatalogue } from "../http/errors.ts";
import type { Shape } from "../shapes/shape.ts";
import type { AuthContext, RequestContext } from "./context.ts";
import type { AnyContract, CallGroup } from "./contract.ts";
import type { Endpoint, EndpointOf, Moment } from "./endpoint.ts";
import type { FieldOptions } from "./fields.ts";
import type { Gate, SignInAttempt } from "./gate.ts";
import type { RequestTrace } from "./trace.ts";
import type { CoreModels, Filled, HasTypes, PluginTypes } from "./types.ts";

/**
 * Everything a plugin brings. All of it is data or functions that are put in place when `createAuth` runs; nothing is
 * looked up per request.
 */
export interface Plugin<T extends PluginTypes = PluginTypes> extends HasTypes<T> {
  /** Lower case, unique: `organization`. */
  readonly id: string;
  /** Ids of plugins that must be there too. */
  readonly requires?: readonly string[];
  /** Ids of plugins that cannot be there. */
  readonly conflicts?: readonly string[];
  readonly tables?: readonly (Table<never> | Table | TableExtension)[];
  /**
   * Its tables that apps may add fields to, by name, each with those fields: `settings.fields` has the columns then, for
   * `readFields` and `presentRow`. The fields' columns are among `tables` (`fieldColumns`).
   */
  readonly models?: Readonly<Record<string, FieldOptions>>;
  /** By id: the key in `auth.api`. */
  readonly endpoints?: Readonly<Record<string, Endpoint>>;
  /** Its endpoints stand together under this name as well: `billing` makes `auth.api.billing.listOrders`. */
  readonly apiName?: string;
  /** Everything its endpoints, guards and gates can refuse. */
  readonly errors?: ErrorCatalogue;
  /** Of `errors`, what it refuses in endpoints of others: by the moment at which it does. */
  readonly refusals?: Readonly<Partial<Record<Moment, ErrorCatalogue>>>;
  readonly gates?: readonly Gate[];
  /** What its gates answer a sign-in with instead of a session. */
  readonly challenge?: Shape;
  readonly hooks?: readonly EndpointHook[];
  readonly tableHooks?: readonly TableHook[];
  /**
   * Who really acts in a session, where it is not the user whose session it is; `null` where it is. Read off its own
   * columns of the row. Such a session is not the user in person: `requireInPerson` refuses it, and every audit record
   * names who acted.
   */
  actorOf?(session: Row): string | null;
  /** Rows that every read of a session brings along in the same statement; guards find them in `joined`. */
  readonly sessionJoins?: Readonly<Record<string, Join>>;
  /** Values for its columns of a session that is about to be stored, once all gates let it pass. */
  sessionFields?(attempt: SignInAttempt, context: RequestContext): FieldValues | Promise<FieldValues>;
  /**
   * A say in what sign-up and updates write to a user, core's and its own columns alike: may refuse, and give other
   * values. Where a name has one form in which it is compared, it gets that form here.
   * @param user the user's row before the update. Another request can change it meanwhile, so columns that must fit each
   *   other are returned together. `null` at `create`.
   */
  userInput?(
    values: FieldValues,
    moment: "create" | "update",
    context: RequestContext,
    user: FieldValues | null,
  ): FieldValues | Promise<FieldValues>;
  /** What to refuse with where a value is taken that must be unique: `user.username` → a code of `errors`. */
  readonly taken?: Readonly<Record<string, string>>;
  /**
   * Whether a sign-up comes with a proof that its sender reads this address, such as the token of a mailed invitation.
   * The address then counts as verified from the start.
   * @param body as it was sent
   */
  provesEmail?(email: string, body: FieldValues, context: RequestContext): Promise<boolean> | boolean;
  /** Kinds of one-time tokens that it issues, so that they can be listed and tested. */
  readonly tokens?: readonly { readonly name: string }[];
  /** Asked before a password is set, by whatever way. Refuses by throwing an `AuthError`. */
  checkPassword?(password: string, context: RequestContext): Promise<void> | void;
  /** Names that a user goes by, beside the address: an app may refuse them as passwords. @param user as far as known */
  ownNames?(user: FieldValues): readonly unknown[];
  /**
   * Further names with which a user can sign in with a password, each as `signInWithPassword` gets it as `name`. A sign-up
   * that is refused without saying so remembers them, too.
   */
  signInNames?(user: FieldValues): readonly string[];
  /**
   * A user recovers the account through a mailbox. Remove every sign-in method, and everything that could keep the owner out,
   * that doesn't carry `keepFor`, or that changed at `since` or later. Return `true` if there was any. Runs in the recovery's
   * transaction, under a lock on the user. Core removes sessions and tokens.
   */
  onReclaim?(
    tx: Transaction,
    recovery: MailboxRecovery,
    context: RequestContext,
  ): Promise<boolean | undefined> | boolean | undefined;
  /**
   * A secret that was mailed to the user was used in a session: set `verifiedEmail` on what that session has itself proven
   * (`session.proofs`), so that a recovery keeps it. Runs in the same transaction, under a lock on the user. When the
   * address changes, core changes `verifiedEmail` in every table that has this column and `userId`.
   */
  onMailboxVerified?(tx: Transaction, verified: VerifiedMailbox, context: RequestContext): Promise<void> | void;
  /**
   * Called in the transaction that takes rights away from a user, such as a ban. The user's row is locked. Ends what the
   * user started with those rights and what would outlast them, such as pending invitations.
   */
  onRightsLost?(tx: Transaction, loss: RightsLoss, context: RequestContext): Promise<void> | void;
  /**
   * Deletes what the user owns alone and what would otherwise keep the user from being removed, such as organizations
   * without another owner. Called only if the caller asked for that, in the transaction that removes the user.
   */
  removeSolelyOwned?(tx: Transaction, removal: UserRemoval, context: RequestContext): Promise<void> | void;
  /** Deliverers of what it puts into the outbox, by kind. */
  readonly outbox?: Readonly<Record<string, OutboxHandler>>;
  /** Told of every request that reached an endpoint over HTTP, once its answer is known; the answer waits for it. */
  observe?(trace: RequestTrace): void;
  /** Runs once, at the end of `createAuth`. May refuse the configuration by throwing an error that names the option. */
  init?(context: AuthContext): void;
}

/** A recovery of an account through a mailbox. */
export interface MailboxRecovery {
  /** The user's locked row, with the columns of plugins. */
  readonly user: Row;
  /** What carries this address stays; `null` if nothing does. */
  readonly keepFor: string | null;
  /**
   * What was set up, replaced or marked at this time or later goes, even if it carries the address. `null`: time doesn't
   * matter. Set if the owner undoes a change of address that somebody else may have made.
   */
  readonly since: Date | null;
}

/** A mailbox whose owner has just shown to be the person in a session. */
export interface VerifiedMailbox {
  readonly userId: string;
  readonly email: string;
  /** The session's stored row, with the columns of plugins. */
  readonly session: Row & { readonly proofs: Readonly<Record<string, number>> | null };
}

/** A user who lost rights. */
export interface RightsLoss {
  readonly userId: string;
  /** `banned`: the user can't sign in anymore. `role-changed`: the user has a site-wide role with fewer permissions. */
  readonly reason: "banned" | "role-changed";
  /** Who took the rights away. `null`: the app itself. */
  readonly actorId: string | null;
}

/** A user who is about to be removed. */
export interface UserRemoval {
  readonly userId: string;
  /** Who removes the user. `null`: the app itself. */
  readonly actorId: string | null;
}

/** Column → value. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Steps around endpoints, chosen by id. */
export interface EndpointHook {
  /** Ids of endpoints, or a test on what the endpoint declares. Decided once, and for all names of an endpoint alike. */
  readonly on: readonly string[] | ((endpoint: Endpoint, id: string) => boolean);
  /** Of the plugin's `errors`, what it refuses with. */
  readonly errors?: ErrorCatalogue;
  /** Before the handler, behind the guards. May refuse, or return other input. */
  before?(input: unknown, context: RequestContext): unknown | Promise<unknown>;
  /** After the handler ended well. May return another answer. */
  after?(output: unknown, context: RequestContext): unknown | Promise<unknown>;
}

/**
 * Delivers one message. Throwing means: try again later. The same message may come more than once; `key` is the same
 * each time, so that the receiver can drop doubles. `attempt` is 1 for the first try.
 */
export type OutboxHandler = (
  payload: unknown,
  context: AuthContext,
  delivery: { readonly key: string; readonly signal: AbortSignal; readonly attempt: number },
) => Promise<void>;

/** Defines a plugin. It must have the endpoint of each call that its types promise, and the `apiName` of their group. */
export function definePlugin<P extends Plugin>(plugin: P & RequiredEndpoints<P>): P {
  return plugin;
}

type RequiredEndpoints<P> = P extends HasTypes<infer T> ? RequiredBy<(T & Filled<CoreModels>)["calls"]> : unknown;

type RequiredBy<Calls> = [keyof Calls] extends [never]
  ? unknown
  : { readonly endpoints: EndpointsOf<Omit<Calls, GroupIn<Calls>>> } & RequiredName<GroupIn<Calls>>;

type EndpointsOf<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends AnyContract ? EndpointOf<Calls[K]> : never;
};

type GroupIn<Calls> = { [K in keyof Calls]: Calls[K] extends CallGroup<object> ? K : never }[keyof Calls];

type RequiredName<Name> = [Name] extends [never] ? unknown : { readonly apiName: Name };
