/** The plugin interface. Core's own features are plugins too, created with the same `definePlugin`. */

import type { TableHook } from "../database/hooks.ts";
import type { Table, TableExtension } from "../database/tables.ts";
import type { ErrorEntry } from "../http/errors.ts";
import type {
  AuthContext,
  Gate,
  MaintenanceJob,
  OutboxHandler,
  PluginFunctions,
  RequestContext,
} from "../kernel/context.ts";
import type { HookDeclaration, PluginDeclaration } from "../kernel/declaration.ts";
import type { ServiceName, Services } from "../kernel/services.ts";
import type { Shape } from "../shapes/shape.ts";
import type { AnyContract, CallGroup } from "./contract.ts";
import type { Endpoint, EndpointOf } from "./endpoint.ts";
import type { AdditionalFields } from "./fields.ts";
import type { CoreModels, HasTypes, PluginTypes, WithModels } from "./types.ts";

/** Everything that a plugin can add. It's set up once by `createAuth`, so requests don't look anything up. */
export interface Plugin<T extends PluginTypes = PluginTypes> extends PluginDeclaration, PluginFunctions, HasTypes<T> {
  readonly tables?: readonly (Table<never> | Table | TableExtension)[];
  /**
   * The plugin's tables that apps can add fields to, by name, with those fields. `settings.fields` then has their
   * columns, for `readFields` and `presentRow`. `tables` must include the fields' columns (`fieldColumns`).
   */
  readonly additionalFields?: Readonly<Record<string, AdditionalFields>>;
  /** Endpoints by id, which is their key in `auth.api`. */
  readonly endpoints?: Readonly<Record<string, Endpoint>>;
  readonly gates?: readonly Gate[];
  readonly hooks?: readonly EndpointHook[];
  /**
   * The hooks, or a function that creates them, called once per `createAuth`. `getContext` works when the hooks run,
   * but not yet when they're created.
   */
  readonly tableHooks?: readonly TableHook[] | ((getContext: () => AuthContext) => readonly TableHook[]);
  /** Codes for unique values that are already taken. `user.username` → a code of `errors`. */
  readonly conflictErrors?: Readonly<Record<string, string>>;
  /** The kinds of one-time tokens that it issues, so they can be listed and tested. */
  readonly tokens?: readonly { readonly name: string; readonly isCredential?: boolean }[];
  /**
   * The base names of the cookies that it sets or reads. `settings.cookie(name)` throws for others, so that
   * `createAuth` knows all names that `advanced.cookies` can have.
   */
  readonly cookies?: readonly string[];
  /** Handlers for its outbox messages, by kind. */
  readonly outbox?: Readonly<Record<string, OutboxHandler>>;
  /**
   * Scheduled work by name, run by `auth.api.removeExpired`. Each job returns how many rows it removed or added, and
   * must be safe to run concurrently.
   */
  readonly maintenanceJobs?: Readonly<Record<string, MaintenanceJob>>;
  /** Services for other plugins, by name. Only one plugin can provide each of them. */
  readonly provides?: Services;
  /**
   * Services from other plugins that it can't work without, each with the plugin that provides it, such as `jwt() of
   * @latchkey/jwt`. `createAuth` fails with that hint if no plugin does.
   */
  readonly uses?: Readonly<Partial<Record<ServiceName, string>>>;
  /** Runs once, at the end of `createAuth`. Throw an error that names the option to reject the configuration. */
  init?(context: AuthContext): void;
}

/** Functions that run before or after the endpoints in `on`. */
export interface EndpointHook extends HookDeclaration {
  /** Runs after the guards and before the handler. Can throw, or return a different input. */
  before?(input: unknown, context: RequestContext): unknown | Promise<unknown>;
  /** Runs after the handler succeeds. Can return a different output. */
  after?(output: unknown, context: RequestContext): unknown | Promise<unknown>;
}

/**
 * Defines a plugin. It must have what its types promise: the endpoint of each call and the `apiName` of their group,
 * the codes of each stage, and the shape of the challenge.
 */
export function definePlugin<P extends Plugin>(plugin: P & PromisedBy<P>): P {
  return plugin;
}

type PromisedBy<P> =
  P extends HasTypes<infer T>
    ? RequiredBy<(T & WithModels<CoreModels>)["calls"]> &
        RequiredStages<T["stageCodes"]> &
        RequiredShape<T["challenge"]>
    : unknown;

type RequiredStages<Codes> = unknown extends Codes
  ? unknown
  : { readonly stageErrors: { readonly [S in keyof Codes]: { readonly [C in Codes[S] & string]: ErrorEntry } } };

type RequiredShape<Challenge> = unknown extends Challenge ? unknown : { readonly challenge: Shape<Challenge> };

type RequiredBy<Calls> = [keyof Calls] extends [never]
  ? unknown
  : { readonly endpoints: EndpointsOf<Omit<Calls, GroupIn<Calls>>> } & RequiredName<GroupIn<Calls>>;

type EndpointsOf<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends AnyContract ? EndpointOf<Calls[K]> : never;
};

type GroupIn<Calls> = { [K in keyof Calls]: Calls[K] extends CallGroup<object> ? K : never }[keyof Calls];

type RequiredName<Name> = [Name] extends [never] ? unknown : { readonly apiName: Name };
