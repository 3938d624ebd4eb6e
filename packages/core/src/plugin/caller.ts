/** What is kept of who is calling: address and user agent, bounded and harmless. */

import type { RequestContext } from "./context.ts";
import { oneLine } from "./log.ts";

/** Who is calling, as it is stored. */
export interface Caller {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

const nobody: Caller = { ipAddress: null, userAgent: null };

/** Address and user agent of the caller, as they are stored; `null`s where the app does not track them. */
export function callerOf(context: RequestContext): Caller {
  if (!context.settings.trackAddress) return nobody;
  const userAgent = context.headers.get("user-agent");
  return { ipAddress: context.clientAddress, userAgent: userAgent === null ? null : oneLine(userAgent) };
}
