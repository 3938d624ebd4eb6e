/** The calls of the multi-session plugin, with their inputs, responses, and errors. */

import type { SessionData } from "@latchkey/core";
import type {
  CoreModels,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  SessionCall,
  SessionQuery,
  StatusResponse,
} from "@latchkey/core/plugin";

/** Input for `/multi-session/set-active` and `/multi-session/revoke`. */
export interface DeviceSessionInput {
  /** The handle: `session.token` of a listed session. */
  readonly sessionToken: string;
}

/** The plugin's calls. */
export interface MultiSessionCalls<M extends Models = CoreModels> {
  /** Lists the accounts that this browser is signed in to, the most recently used first. */
  readonly listDeviceSessions: SessionQuery<void, SessionData<M["user"], M["session"]>[]>;
  /** Makes another account of this browser the active one. */
  readonly setActiveSession: SessionCall<
    DeviceSessionInput,
    SessionData<M["user"], M["session"]>,
    "INVALID_SESSION_TOKEN" | ImpersonationErrorCode
  >;
  /** Signs out of one account of this browser. If it's the active one, the account used before becomes active. */
  readonly revokeDeviceSession: SessionCall<
    DeviceSessionInput,
    StatusResponse,
    "INVALID_SESSION_TOKEN" | ImpersonationErrorCode
  >;
}

/** The calls as they appear on the client. */
export interface MultiSessionClient<C extends MultiSessionCalls<Models>> {
  readonly multiSession: {
    readonly listDeviceSessions: C["listDeviceSessions"]["client"];
    readonly setActive: C["setActiveSession"]["client"];
    readonly revoke: C["revokeDeviceSession"]["client"];
  };
}

/** The stores that the plugin adds to the client. */
interface MultiSessionStores<M extends Models> {
  /** The accounts that this browser is signed in to. */
  readonly deviceSessions: SessionData<M["user"], M["session"]>[];
}

/** What the plugin adds to an app's types. */
export interface MultiSessionTypes extends PluginTypes {
  readonly calls: MultiSessionCalls<this["$app"]>;
  readonly client: MultiSessionClient<this["calls"]>;
  readonly stores: MultiSessionStores<this["$app"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface MultiSessionCapabilities {
  /** Maximum number of accounts in one browser. */
  readonly maximumSessions: number;
  /** Which of the browser's accounts `signOut` signs out of. */
  readonly signOutScope: "all" | "current";
}

declare global {
  interface LatchkeyCapabilities {
    readonly "multi-session"?: MultiSessionCapabilities;
  }
}
