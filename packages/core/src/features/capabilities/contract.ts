/** The calls that tell screens what to show. */

import type { CallOptions, OptionalCall } from "../../http/call.ts";
import type { OptionalClientCall } from "../../http/client-call.ts";
import type { AccountState, Capabilities, PendingSignIn } from "../../kernel/capabilities.ts";
import type { CallContract, PublicQuery, SessionQuery } from "../../plugin/contract.ts";

/** Over HTTP, a browser that has the current response gets a 304 instead. */
interface CapabilitiesCall
  extends CallContract<
    unknown,
    Capabilities | Response,
    never,
    OptionalCall<CallOptions, Capabilities, never>,
    OptionalClientCall<unknown, Capabilities, never>
  > {}

/** The calls that tell screens what to show. */
export interface CapabilitiesCalls {
  /** Returns what the server offers: sign-in methods, password rules, and plugins. Doesn't require a session. */
  readonly capabilities: CapabilitiesCall;
  /** Returns what the caller's account has and can do, in addition to what's in the session. */
  readonly accountState: SessionQuery<void, AccountState>;
  /** Returns this browser's sign-in that's waiting for another factor, or `null`. */
  readonly pendingSignIn: PublicQuery<void, PendingSignIn | null>;
}
