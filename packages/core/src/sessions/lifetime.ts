/** How long a session lives. */

import type { AuthContext } from "../plugin/context.ts";
import type { SessionRow } from "./table.ts";

/** Whether the session's time is not over, by the app's clock. */
export function isLive(context: AuthContext, session: SessionRow): boolean {
  const { absoluteExpiresIn } = context.settings.session;
  const now = context.now().getTime();
  if (absoluteExpiresIn !== null && session.createdAt.getTime() + absoluteExpiresIn * 1000 <= now) return false;
  return session.expiresAt.getTime() > now;
}
