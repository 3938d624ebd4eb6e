/** Sets, changes, and verifies a signed-in user's password. */

import { rememberForThrottle } from "../../accounts/login-throttle.ts";
import {
  checkNewPassword,
  checkNotIdentifier,
  findCredential,
  notifyPasswordChanged,
  passwordErrors,
  verifyUserPassword,
} from "../../accounts/password.ts";
import { newCredential } from "../../accounts/store.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Adapter, Transaction } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import {
  type RotatedSession,
  recordProof,
  rotateSession,
  syncSessionCookies,
  withUser,
} from "../../sessions/change.ts";
import { readSessionToken } from "../../sessions/cookies.ts";
import { denyImpersonation, requireSession } from "../../sessions/guards.ts";
import { presentUser } from "../../sessions/present.ts";
import { revokeSessions } from "../../sessions/revoke.ts";
import { statusResponse } from "../../shapes/shape.ts";
import { type AccountRow, accountTable } from "../../tables/account.ts";
import { type ActiveSession, sessionTable } from "../../tables/session.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { revokeTokens } from "../../tokens/revoke.ts";
import { runAccessRevokedHooks } from "../../users/plugin-hooks.ts";
import { updateUser } from "../../users/store.ts";
import type { PasswordCalls } from "./contract.ts";
import { currentPasswordErrors, setPasswordErrors } from "./errors.ts";
import { changePasswordOutput } from "./outputs.ts";

/** Changes the password. The session gets a new token, and pending links are revoked. */
export const changePassword: EndpointOf<PasswordCalls["changePassword"]> = defineEndpoint({
  method: "POST",
  path: "/change-password",
  summary: "Change the password",
  changes: ["session"],
  input: input.object({
    currentPassword: input.password,
    newPassword: input.rawText(),
    revokeOtherSessions: input.optional(input.flag),
  }),
  output: changePasswordOutput,
  stages: ["newPassword"],
  guards: [requireSession, denyImpersonation],
  errors: passwordErrors,
  queryBudget: 7,
  rateLimit: { window: 60, max: 10 },
  async handle({ currentPassword, newPassword, revokeOtherSessions = false }, context) {
    const active = { session: context.session, user: context.user };
    await checkNewPassword(context, newPassword);
    checkNotIdentifier(context, newPassword, context.user);
    const account = await verifyUserPassword(context, context.user.id, currentPassword);
    const hash = await context.passwords.hash(newPassword);
    const rotated = await replacePassword(context, active, account, { hash, revokeOtherSessions });
    rememberForThrottle(context, context.user.email, hash);
    syncSessionCookies(context, rotated.active, rotated.token);
    const returnsToken = revokeOtherSessions || readSessionToken(context)?.source === "bearer";
    return { token: returnsToken ? rotated.token : null, user: presentUser(context, rotated.active.user) };
  },
});

interface PasswordChange {
  readonly hash: string;
  readonly revokeOtherSessions: boolean;
}

function replacePassword(
  context: RequestContext,
  active: ActiveSession,
  { id, password: currentHash, verifiedEmail }: AccountRow,
  { hash, revokeOtherSessions }: PasswordChange,
): Promise<RotatedSession> {
  const { session, user } = active;
  return context.db.transaction(async (tx) => {
    // Match the hash that was verified, so that the second of two concurrent changes has a wrong current password. The
    // new password is marked with the mailbox that the session or the old password has proven.
    const mark = session.verifiedEmail === user.email ? user.email : verifiedEmail;
    const set = { password: hash, verifiedEmail: mark, updatedAt: context.now() };
    const changed = await tx.update(accountTable, { where: { id, password: currentHash }, set });
    if (changed === 0) fail(passwordErrors, "INVALID_PASSWORD");
    const changedUser =
      (await updateUser(tx, context, user, {}, { newEpoch: true })) ?? fail(httpErrors, "UNAUTHORIZED");
    const rotated = await rotateSession(tx, context, active, ["password"]);
    if (revokeOtherSessions) await revokeSessions(context, user.id, { except: session.id, db: tx });
    await revokeTokens(tx, context, user.id);
    await runAccessRevokedHooks(tx, context, { userId: user.id, reason: "password-changed", actorId: user.id });
    await recordAudit(tx, context, { action: "user.password.change", actorId: user.id, userId: user.id });
    await notifyPasswordChanged(tx, context, user.id);
    return { ...rotated, active: withUser(rotated.active, changedUser) };
  });
}

/** Sets a password for a user who has none. Server only, because a stolen session could set one over HTTP. */
export const setPassword: EndpointOf<PasswordCalls["setPassword"]> = defineEndpoint({
  method: "POST",
  path: "/set-password",
  summary: "Set a first password",
  output: statusResponse,
  stages: ["newPassword"],
  serverOnly: true,
  input: input.object({ newPassword: input.rawText() }),
  guards: [requireSession, denyImpersonation],
  errors: setPasswordErrors,
  queryBudget: 6,
  async handle({ newPassword }, context) {
    const { session, user } = context;
    await checkNewPassword(context, newPassword);
    checkNotIdentifier(context, newPassword, context.user);
    const account = await findCredential(context.db, user.id);
    if (account?.password) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
    const hash = await context.passwords.hash(newPassword);
    try {
      await context.db.transaction(async (tx) => {
        const currentUser = await lockUnchanged(tx, { session, user });
        if (account) await setMissingPassword(tx, context, account, { hash, verifiedEmail: session.verifiedEmail });
        else await tx.insert(accountTable, newCredential(context, user.id, hash, session.verifiedEmail));
        await updateUser(tx, context, currentUser, {}, { newEpoch: true });
        await recordAudit(tx, context, { action: "user.password.set", actorId: user.id, userId: user.id });
        await notifyPasswordChanged(tx, context, user.id);
      });
    } catch (error) {
      if (error instanceof UniqueViolation) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
      throw error;
    }
    return { status: true };
  },
});

/** Hashing takes time. If the user was recovered or the session ended meanwhile, the password must not be set. */
async function lockUnchanged(
  tx: Transaction,
  { session, user }: Pick<ActiveSession, "session" | "user">,
): Promise<UserRow> {
  const currentUser = await tx.lock(userTable, user.id);
  const currentSession = await tx.findOne(sessionTable, { where: { id: session.id }, columns: ["id"] });
  if (!currentUser || currentUser.epoch !== user.epoch || !currentSession) return fail(httpErrors, "UNAUTHORIZED");
  return currentUser;
}

async function setMissingPassword(
  tx: Adapter,
  context: RequestContext,
  { id }: AccountRow,
  { hash, verifiedEmail }: { readonly hash: string; readonly verifiedEmail: string | null },
): Promise<void> {
  const set = { password: hash, verifiedEmail, updatedAt: context.now() };
  const changed = await tx.update(accountTable, { where: { id, password: null }, set });
  if (changed === 0) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
}

/** Verifies the current password, which makes the session fresh. Calls that required a proof can then be retried. */
export const verifyPassword: EndpointOf<PasswordCalls["verifyPassword"]> = defineEndpoint({
  method: "POST",
  path: "/verify-password",
  summary: "Verify the password",
  changes: ["session"],
  input: input.object({ password: input.password }),
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  errors: currentPasswordErrors,
  queryBudget: 3,
  rateLimit: { window: 60, max: 10 },
  async handle({ password: typed }, context) {
    const active = { session: context.session, user: context.user };
    await verifyUserPassword(context, context.user.id, typed);
    await recordProof(context, active, ["password"]);
    return { status: true };
  },
});
