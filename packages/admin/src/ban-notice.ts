/** Tells a browser that its session ended because of a ban. The `/ban-notice` endpoint. */

import type { Transaction } from "@latchkey/core/database";
import {
  defineEndpoint,
  defineTokenKind,
  type EndpointOf,
  findUser,
  hashToken,
  issueTokenWithSecret,
  listSessions,
  type PluginFunctions,
  peekToken,
  type RequestContext,
  readSessionToken,
  readSignedCookie,
  setSignedCookieAlways,
  tokenTable,
} from "@latchkey/core/plugin";
import { isBanned } from "./bans.ts";
import type { AdminCalls } from "./contract.ts";
import { banNoticeOutput } from "./outputs.ts";
import type { UserWithRole } from "./tables.ts";

/** Left in place of each session that a ban ends. Its secret is the session's token hash. */
const endedSession = defineTokenKind<object>({
  name: "banned-session",
  expiresIn: 2_592_000,
  form: "given",
});

/** The cookie's base name. */
export const endedSessionCookie = "ended_session";

/** In seconds. */
const cookieLifetime = 600;

/** Remembers which sessions a ban is about to end, at most 100. Up to two queries. */
export async function rememberEndedSessions(tx: Transaction, context: RequestContext, userId: string): Promise<void> {
  const sessions = await listSessions(context, userId, tx);
  const rows = sessions.map(
    ({ token }) => issueTokenWithSecret(context, endedSession, token, { subject: userId, userId, data: {} }).row,
  );
  if (rows.length > 0) await tx.insertMany(tokenTable, rows);
}

/** Forgets the ended sessions when the ban is lifted. One query. */
export async function forgetEndedSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(tokenTable, { where: { subject: userId, kind: endedSession.name } });
}

/**
 * Keeps the hash of a token whose session is gone, because its cookie is about to be cleared. The sign-in page then
 * uses the hash to ask for the reason.
 */
export const keepEndedSession: NonNullable<PluginFunctions["onSessionTokenChange"]> = (
  { previousToken, token },
  context,
) => {
  if (token !== null) {
    const spec = context.settings.cookie(endedSessionCookie);
    if (context.cookies.has(spec.name)) context.reply.clearCookie(spec);
  } else if (previousToken !== null && context.endpointId !== "signOut") {
    setSignedCookieAlways(context, endedSessionCookie, hashToken(previousToken), cookieLifetime);
  }
};

/** Returns the ban that ended the browser's session. Only someone who had the session can read it. */
export const banNotice: EndpointOf<AdminCalls["banNotice"]> = defineEndpoint({
  method: "GET",
  path: "/ban-notice",
  summary: "Get the ban that ended the browser's session",
  output: banNoticeOutput,
  queryBudget: 2,
  async handle(_, context) {
    const user = await findBannedUser(context);
    return user && { banReason: user.banReason, banExpires: user.banExpires };
  },
});

async function findBannedUser(context: RequestContext): Promise<UserWithRole | null> {
  const presented = readSessionToken(context);
  const hash = presented ? hashToken(presented.token) : readSignedCookie(context, endedSessionCookie);
  const ended = hash === null ? null : await peekToken(context.db, context, endedSession, hash);
  const user = ended && ((await findUser(context.db, ended.subject)) as UserWithRole | null);
  return user && isBanned(user, context.now()) ? user : null;
}
