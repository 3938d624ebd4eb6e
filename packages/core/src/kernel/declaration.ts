/**
 * What endpoints, guards, and plugins declare about themselves, for the router, rate limits, tests, and the API
 * document. Nothing here takes a context, so the context can refer to all of it.
 */

import type { Joins } from "../database/adapter.ts";
import type { ErrorFormat } from "../http/error-format.ts";
import type { ErrorCatalog } from "../http/errors.ts";
import type { InputSchema } from "../http/schema.ts";
import type { Shape } from "../shapes/shape.ts";
import type { RateLimitRule } from "./settings.ts";

/**
 * A step that several endpoints share and that plugins can add to: creating a session, accepting the fields of a new or
 * existing user, setting a password, deleting a user, adding a member or an invitation to an organization, deleting
 * an organization.
 */
export type Stage =
  | "signIn"
  | "signUp"
  | "updateUser"
  | "newPassword"
  | "changeEmail"
  | "deleteUser"
  | "addMember"
  | "deleteOrganization";

/** The methods that endpoints can have. HEAD requests are handled only by endpoints that declare `HEAD`. */
export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

/** What an endpoint declares about itself, for the router, rate limits, tests, and the API document. */
export interface EndpointDeclaration {
  readonly method: HttpMethod | readonly HttpMethod[];
  /** Relative to the base path. `:name` is a parameter, which becomes part of the input. */
  readonly path: string;
  /**
   * Whether `path` is relative to the host instead of the base path, for paths that a standard prescribes. They start
   * with `/.well-known/`. `{basePath}` in such a path stands for the app's base path. The app's server must pass these
   * requests to the handler, too, or to `auth.wellKnownHandler`.
   */
  readonly atRoot?: boolean;
  /** One line for the API document. */
  readonly summary?: string;
  /**
   * Client stores that a successful call changes: `session`, or names from the plugin's client part. For tests only:
   * the client refetches all stores anyway.
   */
  readonly changes?: readonly string[];
  /** The errors that it can return, in addition to those that every endpoint can return. */
  readonly errors?: ErrorCatalog;
  /** The stages it passes. What plugins add to a stage also appears in its responses and errors. */
  readonly stages?: readonly Stage[];
  /**
   * Whether the call only starts a sign-in, which a redirect or an emailed link completes at `callbackURL`. Hooks that
   * return users to where the sign-in started run for these calls, too.
   */
  readonly startsSignIn?: boolean;
  /**
   * Maximum number of database queries, guards included. The audit log, outbox, counters, BEGIN, and COMMIT aren't
   * counted. For tests and the API document. Official endpoints declare one.
   */
  readonly queryBudget?: number;
  /**
   * Replaces the general rate limit. `false` turns it off, for senders that sign their requests and send them in
   * bursts.
   */
  readonly rateLimit?: RateLimitRule | false;
  /**
   * The path of the endpoint that this one is an alias of. Both are treated as one endpoint by `disabledPaths`, rate
   * limits, and hooks, so a setting for one name applies to the other.
   */
  readonly aliasOf?: string;
  /**
   * Whether a call changes how the user signs in or deletes the account, or a function that decides this based on the
   * input. `@latchkey/step-up` requires a stronger and recent proof for these calls. Has no effect without that plugin.
   */
  readonly isSensitive?: boolean | ((input: Readonly<Record<string, unknown>>) => boolean);
  /**
   * Credentials that are accepted in place of a session: `api-key`. A plugin's `readCredential` rejects its kind of
   * credential everywhere else.
   */
  readonly principals?: readonly "api-key"[];
  /** Whether it exists only in `auth.api` and not over HTTP. */
  readonly serverOnly?: boolean;
  /** Query parameters that a POST also accepts. The body overrides them. */
  readonly query?: readonly string[];
  /** Whether it also accepts form bodies. `only`: it accepts nothing else. */
  readonly acceptsForm?: boolean | "only";
  /**
   * Whether to leave the body unread, because a signature covers its exact bytes. The handler reads it with
   * `readBytes(context.request, limit)`. The input has only the path's parameters.
   */
  readonly rawBody?: boolean;
  /**
   * Which cross-site requests the origin check rejects. `cookies` (default): those with a cookie. `always`: those
   * without a cookie too, for endpoints that sign in or send email. `exempt`: none, because a signature or a state
   * authenticates the sender.
   */
  readonly originCheck?: "cookies" | "always" | "exempt";
  /**
   * `any`: pages of every origin can call it and read the response. Its handler gets no cookies, so the browser's
   * session isn't used. Default: only pages of trusted origins can read the response.
   */
  readonly cors?: "any-origin";
  /** The form of its error responses if a standard prescribes one. Default: `{ code, message }`. */
  readonly errorFormat?: ErrorFormat;
}

/** What a guard declares about itself. */
export interface GuardDeclaration<Code extends string = string> {
  /** Its name in the list of endpoints, such as `requireSession`. */
  readonly name: string;
  /** What it requires, as a sentence for the API document. */
  readonly summary?: string;
  /** The errors it can return. */
  readonly errors?: Readonly<Record<Code, ErrorCatalog[string]>>;
  /**
   * Rows that the guard reads with the session, by name. Session reads of its endpoints load them in the same query.
   * The guard gets them from `readJoinedSession`. `on` refers to columns of the session.
   */
  readonly sessionJoins?: Joins;
  /** The plugin function that it calls. If no plugin has that function, the guard's endpoints don't exist. */
  readonly requires?: RequiredFunction;
}

/** A plugin function that guards can depend on. */
export type RequiredFunction = "missingAdminPermissions";

/** An endpoint without its functions: its declaration, its input and output, and its guards' declarations. */
export interface DeclaredEndpoint<Input = unknown, Output = unknown> extends EndpointDeclaration {
  readonly input?: InputSchema<Input>;
  /** What it returns on success, for documents and tests. */
  readonly output?: Shape<Output>;
  readonly guards: readonly GuardDeclaration[];
}

/** What a hook declares about itself. */
export interface HookDeclaration {
  /** Endpoint ids, or a predicate on the declaration. Evaluated once. A match applies to all names of an endpoint. */
  readonly on: readonly string[] | ((endpoint: DeclaredEndpoint, id: string) => boolean);
  /** The subset of the plugin's `errors` that the hook can throw. */
  readonly errors?: ErrorCatalog;
  /** The inputs that make a call sensitive because of what this hook does with them. See `EndpointDeclaration`. */
  readonly isSensitive?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** Whether it runs before all other hooks, because it decides whether the call is allowed. Default: false. */
  readonly isFirst?: boolean;
}

/** What a plugin declares about itself. */
export interface PluginDeclaration {
  /** Unique and lowercase, such as `organization`. */
  readonly id: string;
  /** Endpoints by id, which is their key in `auth.api`. */
  readonly endpoints?: Readonly<Record<string, DeclaredEndpoint>>;
  /** Groups its endpoints under this name as well: `billing` adds `auth.api.billing.listOrders`. */
  readonly apiName?: string;
  /** The errors that its endpoints, guards, and gates can return. */
  readonly errors?: ErrorCatalog;
  /** The actions that it records in the audit log, such as `invitation.create`. They're also the types of events. */
  readonly auditActions?: readonly string[];
  /** The subset of `errors` that it can throw in endpoints of core and other plugins, by stage. */
  readonly stageErrors?: Readonly<Partial<Record<Stage, ErrorCatalog>>>;
  /** What its gates return from a sign-in instead of a session. */
  readonly challenge?: Shape;
  readonly hooks?: readonly HookDeclaration[];
}

/** The HTTP methods of an endpoint. */
export function methodsOf({ method }: EndpointDeclaration): readonly HttpMethod[] {
  return typeof method === "string" ? [method] : method;
}

/**
 * Returns the hooks of this endpoint, in order.
 * @param ids all of its names. A hook on one of them runs for the others too.
 */
export function hooksFor<H extends HookDeclaration>(
  hooks: readonly H[],
  endpoint: DeclaredEndpoint,
  ids: readonly string[],
): H[] {
  return hooks
    .filter(({ on }) => ids.some((id) => (typeof on === "function" ? on(endpoint, id) : on.includes(id))))
    .sort((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false));
}

/** Returns the endpoint, with `isSensitive` also true for the inputs that its hooks declare. */
export function withSensitiveInputs<E extends DeclaredEndpoint>(
  endpoint: E,
  hooks: readonly HookDeclaration[],
  ids: readonly string[],
): E {
  const checks = hooksFor(hooks, endpoint, ids).flatMap((hook) => hook.isSensitive ?? []);
  const { isSensitive: declared = false } = endpoint;
  if (checks.length === 0 || declared === true) return endpoint;
  const all = declared === false ? checks : [declared, ...checks];
  return { ...endpoint, isSensitive: (input) => all.some((isSensitive) => isSensitive(input)) };
}
