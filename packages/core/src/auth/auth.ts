/** The type of an auth instance. */

import type { MigrationPlan } from "../database/adapter.ts";
import type { Schema } from "../database/schema.ts";
import type { SessionCallOptions } from "../http/call.ts";
import type { AuthContext } from "../plugin/context.ts";
import type { FieldOptions, FieldsIn, FieldsOut } from "../plugin/fields.ts";
import type { Session, SessionData } from "../plugin/session.ts";
import type {
  AppTypes,
  CodesOf,
  HasAppTypes,
  HasTypes,
  Said,
  Simplify,
  StageCodes,
  Sum,
  SumOfCalls,
} from "../plugin/types.ts";
import type { User } from "../plugin/user.ts";
import type { CoreApi } from "./calls.ts";
import type { RequestInfo } from "./request.ts";

/** The user of an app: core's fields, those of its plugins, its own. */
export type UserOf<P extends readonly HasTypes[], F extends FieldOptions> = Simplify<
  User & Sum<P, "user"> & FieldsOut<F>
>;

/** The session of an app: core's fields, those of its plugins, its own. */
export type SessionOf<P extends readonly HasTypes[], F extends FieldOptions> = Simplify<
  Session & Sum<P, "session"> & FieldsOut<F>
>;

/** Everything that is particular to an app, for the client to read off `typeof auth`. */
export interface AppOf<P extends readonly HasTypes[], UF extends FieldOptions, SF extends FieldOptions>
  extends AppTypes {
  readonly user: UserOf<P, UF>;
  readonly session: SessionOf<P, SF>;
  readonly newUser: FieldsIn<UF> & Sum<P, "newUser">;
  readonly challenge: Said<P, "challenge">;
  /** Any, if the plugins aren't known. */
  readonly codes: number extends P["length"] ? StageCodes : CodesOf<P>;
  readonly plugins: P;
}

/** What any auth instance is, whatever its plugins and fields. For code that only mounts one or reads sessions. */
export interface AuthHandle {
  /** Answers a request under the base path. Never throws. */
  handler(request: Request, info?: RequestInfo): Promise<Response>;
  readonly api: { getSession(input: SessionCallOptions): Promise<SessionData | null> };
}

/** An auth instance. */
export interface Auth<
  P extends readonly HasTypes[] = readonly HasTypes[],
  UF extends FieldOptions = {},
  SF extends FieldOptions = {},
> extends AuthHandle,
    HasAppTypes<AppOf<P, UF, SF>> {
  /** Every endpoint as a function, without HTTP. */
  readonly api: CoreApi<AppOf<P, UF, SF>> & SumOfCalls<P, AppOf<P, UF, SF>>;
  /** The kernel, for plugins and tests. */
  readonly $context: AuthContext;
  /** All tables of core, plugins and app. */
  readonly schema: Schema;
  /** Brings the database to these tables. Only ever adds; safe to call at every start, and from several processes. */
  migrate(): Promise<MigrationPlan>;
  /**
   * Looks whether the database has these tables and columns, and changes nothing. For the start of an app whose database
   * is migrated by something else: it then fails there, and not at somebody's sign-in.
   *
   * @throws {Error} what is missing, by table and column
   */
  checkDatabase(): Promise<void>;
  /** Types only: `typeof auth.$Infer.Session`. There is no value. */
  readonly $Infer: {
    readonly Session: SessionData<UserOf<P, UF>, SessionOf<P, SF>>;
    readonly User: UserOf<P, UF>;
  };
}
