/** What a session leaves in the browser: one place sets its cookies, one place clears them. */

import type { RequestContext } from "../plugin/context.ts";
import { writeCache } from "./cache.ts";
import type { ActiveSession } from "./table.ts";
import { hasCookie, setSigned } from "./token.ts";

/** The header that carries a session's token. */
export const bearerHeader = "set-auth-token";

/** Cookies of a new or extended session, copies refreshed. */
export function setSessionCookies(context: RequestContext, active: ActiveSession, token: string): void {
  const { remembered, expiresAt } = active.session;
  const seconds = Math.max(0, (expiresAt.getTime() - context.now().getTime()) / 1000);
  setSigned(context, "session_token", token, remembered ? seconds : undefined);
  setBearerHeader(context, token);
  if (!remembered) setSigned(context, "dont_remember", "true");
  else if (hasCookie(context, "dont_remember")) context.reply.clearCookie(context.settings.cookie("dont_remember"));
  writeCache(context, active);
}

/** The token for clients without cookies, in the header that better-auth's bearer plugin sends. By option only. */
export function setBearerHeader(context: RequestContext, token: string | null): void {
  if (context.settings.session.bearerHeader) context.reply.setAnswerHeader(bearerHeader, token);
}

/** Takes everything of a session out of the browser. */
export function clearSessionCookies(context: RequestContext): void {
  clearSessionToken(context);
  context.reply.clearCookie(context.settings.cookie("dont_remember"));
}

/** Takes the session out of the browser, and leaves the wish not to be remembered for the step that comes next. */
export function clearSessionToken(context: RequestContext): void {
  setBearerHeader(context, null);
  for (const base of ["session_token", "session_data"]) context.reply.clearCookie(context.settings.cookie(base));
}
