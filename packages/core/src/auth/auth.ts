/** The type of an auth instance. */

import type { MigrationPlan } from "../database/adapter.ts";
import type { Schema } from "../database/schema.ts";
import type { AccountApi } from "../features/account/api.ts";
import type { ChangeEmailApi } from "../features/change-email/api.ts";
import type { EmailPasswordApi } from "../features/email-password/api.ts";
import type { EmailVerificationApi } from "../features/email-verification/api.ts";
import type { PasswordApi } from "../features/password/api.ts";
import type { SessionApi } from "../features/session/api.ts";
import type { SocialApi } from "../features/social/api.ts";
import type { UpkeepReport } from "../features/upkeep/plugin.ts";
import type { CallOptions, OptionalCall, SessionCallOptions } from "../http/call.ts";
import type { OutboxReport } from "../outbox/store.ts";
import type { AuthContext } from "../plugin/context.ts";
import type { FieldOptions, FieldsIn, FieldsOut } from "../plugin/fields.ts";
import type { AppTypes, CodesOf, HasAppTypes, HasTypes, Said, Simplify, Sum, SumFor, SumOfCalls } from "../plugin/types.ts";
import type { Session, SessionData } from "../sessions/session.ts";
import type { User } from "../users/user.ts";
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
  readonly refusal: CodesOf<P>["signIn"];
  readonly codes: CodesOf<P>;
  readonly plugins: P;
}

/**
 * Core's server-side calls. `Challenge` is what a sign-in can answer instead of a session, `Refusal` what plugins can
 * refuse it with.
 */
export interface CoreApi<U, S, NewUser, Challenge = never, Refusal extends string = never>
  extends SessionApi<U, S>,
    EmailPasswordApi<U, NewUser, Challenge, Refusal>,
    EmailVerificationApi<U, Challenge, Refusal>,
    PasswordApi<U>,
    ChangeEmailApi,
    AccountApi<NewUser>,
    SocialApi<U, Challenge, Refusal> {
  /** Answers as long as the process does. */
  readonly ok: OptionalCall<CallOptions, { readonly ok: true }>;
  /** Delivers mail and notices that are due. Call it from a cron where no process stays alive. */
  readonly deliverOutbox: OptionalCall<CallOptions, OutboxReport>;
  /** Removes expired sessions and counters of windows long past. For a cron, once a day. */
  readonly removeExpired: OptionalCall<CallOptions, UpkeepReport>;
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
  readonly api: CoreApi<
    UserOf<P, UF>,
    SessionOf<P, SF>,
    AppOf<P, UF, SF>["newUser"],
    AppOf<P, UF, SF>["challenge"],
    AppOf<P, UF, SF>["refusal"]
  > &
    SumFor<P, "api", AppOf<P, UF, SF>> &
    SumOfCalls<P, AppOf<P, UF, SF>>;
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
