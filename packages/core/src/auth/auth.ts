/** The type of an auth instance. */

import type { MigrationPlan } from "../database/adapter.ts";
import type { Schema } from "../database/schema.ts";
import type { SessionCallOptions } from "../http/call.ts";
import type { RequestInfo } from "../http/exchange.ts";
import type { AuthContext } from "../kernel/context.ts";
import type { AdditionalFields, FieldsIn, FieldsOut } from "../plugin/fields.ts";
import type { Session, SessionData } from "../plugin/session.ts";
import type {
  AppTypes,
  CodesOf,
  HasAppTypes,
  HasTypes,
  MergeCalls,
  MergeOf,
  Simplify,
  StageCodes,
  UnionOf,
} from "../plugin/types.ts";
import type { User } from "../plugin/user.ts";
import type { CoreApi } from "./calls.ts";

/** The user type of an app, with core's fields, its plugins' fields, and its own. */
export type UserOf<P extends readonly HasTypes[], F extends AdditionalFields> = Simplify<
  User & MergeOf<P, "user"> & FieldsOut<F>
>;

/** The session type of an app, with core's fields, its plugins' fields, and its own. */
export type SessionOf<P extends readonly HasTypes[], F extends AdditionalFields> = Simplify<
  Session & MergeOf<P, "session"> & FieldsOut<F>
>;

/** The types specific to an app, which the client reads from `typeof auth`. */
export interface AppOf<P extends readonly HasTypes[], UF extends AdditionalFields, SF extends AdditionalFields>
  extends AppTypes {
  readonly user: UserOf<P, UF>;
  readonly session: SessionOf<P, SF>;
  readonly newUser: FieldsIn<UF> & MergeOf<P, "newUser">;
  readonly challenge: UnionOf<P, "challenge">;
  /** Any code, if the plugins aren't known. */
  readonly codes: number extends P["length"] ? StageCodes : CodesOf<P>;
  readonly plugins: P;
}

/**
 * The part that every auth instance has, whatever its plugins and fields. For code that only mounts one or reads
 * sessions.
 */
export interface AuthHandle {
  /** Handles a request under the base path. Never throws. */
  handler(request: Request, info?: RequestInfo): Promise<Response>;
  /**
   * Serves the paths under `/.well-known/` that plugins have outside the base path. For a server that mounts `handler`
   * under the base path only. Returns `null` for every other path and method. Never throws.
   */
  wellKnownHandler(request: Request, info?: RequestInfo): Promise<Response | null>;
  readonly api: { getSession(input: SessionCallOptions): Promise<SessionData | null> };
}

/** An auth instance. */
export interface Auth<
  P extends readonly HasTypes[] = readonly HasTypes[],
  UF extends AdditionalFields = {},
  SF extends AdditionalFields = {},
> extends AuthHandle,
    HasAppTypes<AppOf<P, UF, SF>> {
  /** Every endpoint as a function, without HTTP. */
  readonly api: CoreApi<AppOf<P, UF, SF>> & MergeCalls<P, AppOf<P, UF, SF>>;
  /** The kernel, for plugins and tests. */
  readonly $context: AuthContext;
  /** All tables of core, plugins, and the app. */
  readonly schema: Schema;
  /**
   * Creates missing tables and columns. Never removes anything. Safe to call at every start and from several processes.
   */
  migrate(): Promise<MigrationPlan>;
  /**
   * Checks that the database has all tables and columns, without changing it. If something else migrates your database,
   * call this at startup, so that the app fails there instead of at a user's sign-in.
   *
   * @throws {Error} if tables or columns are missing. The message lists them.
   */
  checkDatabase(): Promise<void>;
  /** Types only, as in `typeof auth.$Infer.Session`. It has no value at runtime. */
  readonly $Infer: {
    readonly Session: SessionData<UserOf<P, UF>, SessionOf<P, SF>>;
    readonly User: UserOf<P, UF>;
  };
}
