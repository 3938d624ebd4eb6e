/** Passwords of people who are signed in. */

import { knowBrowser } from "../../accounts/guesses.ts";
import {
  announcePasswordChange,
  checkNewPassword,
  checkNotOwnName,
  findCredential,
  passwordErrors,
  provePassword,
} from "../../accounts/password.ts";
import { createCredential } from "../../accounts/store.ts";
import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Adapter, Transaction } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { proveSession, type RotatedSession, rotateSession, showSession, withUser } from "../../sessions/change.ts";
import { requireInPerson, requireSession } from "../../sessions/guards.ts";
import { presentUser } from "../../sessions/present.ts";
import { revokeSessions } from "../../sessions/revoke.ts";
import { type ActiveSession, sessionTable } from "../../sessions/table.ts";
import { presentedToken } from "../../sessions/token.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { withdrawTokens } from "../../tokens/store.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import type { PasswordCalls } from "./contract.ts";
import { currentPasswordErrors, setPasswordErrors } from "./errors.ts";
import { changedPasswordOutput } from "./outputs.ts";

/** Sets a new password by the old one; the session gets a new token, and pending links are withdrawn. */
export const changePassword: EndpointOf<PasswordCalls["changePassword"]> = defineEndpoint({
  method: "POST",
  path: "/change-password",
  summary: "Change the password",
  input: input.object({
    currentPassword: input.password,
    newPassword: input.rawText(),
    revokeOtherSessions: input.optional(input.flag),
  }),
  output: changedPasswordOutput,
  moments: ["newPassword"],
  guards: [requireSession, requireInPerson],
  errors: passwordErrors,
  statements: 7,
  rateLimit: { window: 60, max: 10 },
  async handle({ currentPassword, newPassword, revokeOtherSessions = false }, context) {
    const active = { session: context.session, user: context.user, joined: context.joined };
    await checkNewPassword(context, newPassword);
    checkNotOwnName(context, newPassword, context.user);
    const account = await provePassword(context, context.user.id, currentPassword);
    const hash = await context.passwords.hash(newPassword);
    const rotated = await change(context, active, account, { hash, revokeOtherSessions });
    knowBrowser(context, context.user.email, hash);
    showSession(context, rotated.active, rotated.token);
    const tells = revokeOtherSessions || presentedToken(context)?.from === "bearer";
    return { token: tells ? rotated.token : null, user: presentUser(context, rotated.active.user) };
  },
});

interface Change {
  readonly hash: string;
  readonly revokeOtherSessions: boolean;
}

function change(
  context: RequestContext,
  active: ActiveSession,
  { id, password: old, verifiedEmail }: AccountRow,
  { hash, revokeOtherSessions }: Change,
): Promise<RotatedSession> {
  const { session, user } = active;
  return context.db.transaction(async (tx) => {
    // By the hash that was checked: of two changes at once, the second has a wrong current password.
    // Either the session or the old password shows whose mailbox the new one belongs to.
    const mark = session.verifiedEmail === user.email ? user.email : verifiedEmail;
    const set = { password: hash, verifiedEmail: mark, updatedAt: context.now() };
    const changed = await tx.update(accountTable, { where: { id, password: old }, set });
    if (changed === 0) fail(passwordErrors, "INVALID_PASSWORD");
    const changedUser =
      (await updateUser(tx, context, user, {}, { newEpoch: true })) ?? fail(httpErrors, "UNAUTHORIZED");
    const rotated = await rotateSession(tx, context, active, ["password"]);
    if (revokeOtherSessions) await revokeSessions(context, user.id, { except: session.id, db: tx });
    await withdrawTokens(tx, user.id);
    await recordAudit(tx, context, { action: "user.password.change", actorId: user.id, userId: user.id });
    await announcePasswordChange(tx, context, user.id);
    return { ...rotated, active: withUser(rotated.active, changedUser) };
  });
}

/** Gives a password to a user who has none. Only on the server: over HTTP a stolen session could set its own. */
export const setPassword: EndpointOf<PasswordCalls["setPassword"]> = defineEndpoint({
  method: "POST",
  path: "/set-password",
  summary: "Give a password to a user who has none",
  output: statusAnswer,
  moments: ["newPassword"],
  serverOnly: true,
  input: input.object({ newPassword: input.rawText() }),
  guards: [requireSession, requireInPerson],
  errors: setPasswordErrors,
  statements: 6,
  async handle({ newPassword }, context) {
    const { session, user } = context;
    await checkNewPassword(context, newPassword);
    checkNotOwnName(context, newPassword, context.user);
    const account = await findCredential(context.db, user.id);
    if (account?.password) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
    const hash = await context.passwords.hash(newPassword);
    try {
      await context.db.transaction(async (tx) => {
        const present = await lockUnchanged(tx, { session, user });
        if (account) await fillPassword(tx, context, account, { hash, verifiedEmail: session.verifiedEmail });
        else await createCredential(tx, context, user.id, hash, session.verifiedEmail);
        await updateUser(tx, context, present, {}, { newEpoch: true });
        await recordAudit(tx, context, { action: "user.password.set", actorId: user.id, userId: user.id });
        await announcePasswordChange(tx, context, user.id);
      });
    } catch (error) {
      if (error instanceof UniqueViolation) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
      throw error;
    }
    return { status: true };
  },
});

/** Hashing takes time: a user who was recovered meanwhile, or whose session ended, gets no password of before. */
async function lockUnchanged(
  tx: Transaction,
  { session, user }: Pick<ActiveSession, "session" | "user">,
): Promise<UserRow> {
  const present = await tx.lock(userTable, user.id);
  const standing = await tx.findOne(sessionTable, { where: { id: session.id }, columns: ["id"] });
  if (!present || present.epoch !== user.epoch || !standing) return fail(httpErrors, "UNAUTHORIZED");
  return present;
}

async function fillPassword(
  tx: Adapter,
  context: RequestContext,
  { id }: AccountRow,
  { hash, verifiedEmail }: { readonly hash: string; readonly verifiedEmail: string | null },
): Promise<void> {
  const set = { password: hash, verifiedEmail, updatedAt: context.now() };
  const changed = await tx.update(accountTable, { where: { id, password: null }, set });
  if (changed === 0) fail(setPasswordErrors, "PASSWORD_ALREADY_SET");
}

/** Checks the current password. It makes the session fresh: what was refused for want of a proof can be tried again. */
export const verifyPassword: EndpointOf<PasswordCalls["verifyPassword"]> = defineEndpoint({
  method: "POST",
  path: "/verify-password",
  summary: "Check the password again",
  input: input.object({ password: input.password }),
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  errors: currentPasswordErrors,
  statements: 3,
  rateLimit: { window: 60, max: 10 },
  async handle({ password: typed }, context) {
    const active = { session: context.session, user: context.user, joined: context.joined };
    await provePassword(context, context.user.id, typed);
    await proveSession(context, active, ["password"]);
    return { status: true };
  },
});
