/** The endpoints of the plugin. */

import type { Transaction } from "@latchkey/core/database";
import {
  type CreatedSession,
  createSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  findUser,
  hashToken,
  impersonatorOf,
  input,
  isSessionLive,
  markUsed,
  presentSession,
  presentUser,
  type RequestContext,
  readSessionToken,
  requireSession,
  type SessionRow,
  sessionTable,
  transferredProofs,
} from "@latchkey/core/plugin";
import { callerOrigin, checkAudience, checkSameSite } from "./audience.ts";
import type { GenerateOneTimeTokenQuery, OneTimeTokenCalls } from "./contract.ts";
import { oneTimeTokenErrors } from "./errors.ts";
import type { OneTimeTokenSettings } from "./options.ts";
import { generatedOutput, transferredOutput } from "./outputs.ts";
import { createOneTimeToken, readOneTimeToken, usedOneTimeToken } from "./token.ts";

/** The sign-in method of the new session. */
export const transferMethod = "one-time-token";

/** Returns a token for the caller's session. */
export function generateOneTimeToken(
  settings: OneTimeTokenSettings,
): EndpointOf<OneTimeTokenCalls["generateOneTimeToken"]> {
  return defineEndpoint({
    method: "GET",
    path: "/one-time-token/generate",
    summary: "Generate a token that signs the user in on another domain",
    input: input.object<GenerateOneTimeTokenQuery>({ audience: input.optional(input.text({ min: 1, max: 512 })) }),
    output: generatedOutput,
    guards: [requireSession, denyImpersonation],
    queryBudget: 1,
    rateLimit: { window: 60, max: 10 },
    ...(settings.disableClientRequest ? { serverOnly: true } : {}),
    async handle({ audience }, context) {
      await checkSameSite(context);
      const origin = await checkAudience(context, settings, audience);
      const claims = { sessionId: context.session.id, audience: origin };
      return { token: createOneTimeToken(context, claims, settings.expiresIn) };
    },
  });
}

/** Creates a session from a token. Of any number of concurrent requests with one token, one gets a session. */
export function verifyOneTimeToken(
  settings: OneTimeTokenSettings,
): EndpointOf<OneTimeTokenCalls["verifyOneTimeToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/one-time-token/verify",
    summary: "Sign in with a one-time token",
    changes: ["session"],
    input: input.object({ token: input.rawText({ max: 2048 }) }),
    output: transferredOutput,
    stages: ["signIn"],
    errors: oneTimeTokenErrors,
    queryBudget: 5,
    rateLimit: { window: 60, max: 10 },
    originCheck: "always",
    async handle({ token }, context) {
      const claims = readOneTimeToken(context, token);
      if (!claims || claims.audience !== callerOrigin(context)) return fail(oneTimeTokenErrors, "INVALID_TOKEN");
      const use = { subject: claims.sessionId, expiresAt: new Date(claims.expiresAt) };
      if (!(await markUsed(context, usedOneTimeToken, claims.id, use))) fail(oneTimeTokenErrors, "INVALID_TOKEN");
      const created = await context.db.transaction((tx) => transfer(tx, context, settings, claims.sessionId));
      if (created.kind === "challenge") return created.response;
      const { session, user } = created.active;
      return { session: presentSession(context, session), user: presentUser(context, user), token: created.token };
    },
  });
}

/**
 * Creates a session that continues the other one, with its proofs and their times, its age, and what plugins stored in
 * it. Otherwise, a transferred session could outlive the maximum lifetime, or the passkey that ends the original one
 * when it's deleted.
 */
async function transfer(
  tx: Transaction,
  context: RequestContext,
  { endsWithParent }: OneTimeTokenSettings,
  sessionId: string,
): Promise<CreatedSession> {
  // Locked, so that it can't end before the new session exists.
  const parent = await tx.lock(sessionTable, sessionId);
  const isOpen = parent && isSessionLive(context, parent) && impersonatorOf(context, parent) === null;
  const user = isOpen ? await findUser(tx, parent.userId) : null;
  if (!parent || !user) return fail(oneTimeTokenErrors, "SESSION_NOT_FOUND");
  const presented = readSessionToken(context);
  // In the original browser, the new session replaces the other one and would end with it.
  const isReplaced = presented !== null && hashToken(presented.token) === parent.token;
  const { parentId = null, ...fields } = pluginColumns(parent);
  return createSession(
    context,
    {
      user,
      method: transferMethod,
      provenFactors: [],
      earlierProofs: transferredProofs(parent.proofs),
      rememberMe: parent.remembered,
      verifiedEmail: parent.verifiedEmail,
      accountId: parent.signInAccountId,
      startedAt: parent.createdAt,
      endsAt: parent.endsAt,
      fields: { ...fields, parentId: endsWithParent && !isReplaced ? parent.id : parentId },
    },
    tx,
  );
}

/** Returns the columns that plugins and the app added. */
function pluginColumns(session: SessionRow): Readonly<Record<string, unknown>> {
  const own = Object.entries(session).filter(([name]) => name !== "id" && !Object.hasOwn(sessionTable.columns, name));
  return Object.fromEntries(own);
}
