/** Passwords of people who are signed in. */

import * as z from "zod";
import { knowBrowser } from "../../accounts/guesses.ts";
import {
  announcePasswordChange,
  checkNewPassword,
  checkNotOwnName,
  findCredential,
  provePassword,
} from "../../accounts/password.ts";
import { createCredential } from "../../accounts/store.ts";
import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Adapter } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { StatusAnswer } from "../../http/call.ts";
import { fail } from "../../http/errors.ts";
import { flag, password } from "../../http/inputs.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { proveSession, type RotatedSession, rotateSession, showSession, withUser } from "../../sessions/change.ts";
import { requireInPerson, requireSession, sessionErrors } from "../../sessions/guards.ts";
import { presentUser } from "../../sessions/present.ts";
import { revokeSessions } from "../../sessions/revoke.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import { presentedToken } from "../../sessions/token.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { withdrawTokens } from "../../tokens/store.ts";
import { updateUser } from "../../users/store.ts";
import { passwordChangeErrors } from "./errors.ts";
import type { ChangedPassword, ChangePasswordInput, SetPasswordInput, VerifyPasswordInput } from "./inputs.ts";
import { changedPasswordOutput } from "./outputs.ts";

const errors = { ...sessionErrors, ...passwordChangeErrors } as const;

const changeInput: z.ZodType<ChangePasswordInput> = z.object({
  currentPassword: password,
  newPassword: z.string(),
  revokeOtherSessions: flag.optional(),
});

/** Sets a new password by the old one; the session gets a new token, and pending links are withdrawn. */
export const changePassword: Endpoint<ChangePasswordInput, ChangedPassword> = defineEndpoint({
  method: "POST",
  path: "/change-password",
  summary: "Change the password",
  input: changeInput,
  output: changedPasswordOutput,
  moments: ["newPassword"],
  guards: [requireSession, requireInPerson],
  errors,
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
  { id, password: old }: AccountRow,
  { hash, revokeOtherSessions }: Change,
): Promise<RotatedSession> {
  const { session, user } = active;
  return context.db.transaction(async (tx) => {
    // By the hash that was checked: of two changes at once, the second has a wrong current password.
    const set = { password: hash, updatedAt: context.now() };
    const changed = await tx.update(accountTable, { where: { id, password: old }, set });
    if (changed === 0) fail(errors, "INVALID_PASSWORD");
    const changedUser = (await updateUser(tx, context, user, {}, { newEpoch: true })) ?? fail(errors, "UNAUTHORIZED");
    const rotated = await rotateSession(tx, context, active, ["password"]);
    if (revokeOtherSessions) await revokeSessions(context, user.id, { except: session.id, db: tx });
    await withdrawTokens(tx, user.id);
    await recordAudit(tx, context, { action: "user.password.change", actorId: user.id, userId: user.id });
    await announcePasswordChange(tx, context, user.id);
    return { ...rotated, active: withUser(rotated.active, changedUser) };
  });
}

const setInput: z.ZodType<SetPasswordInput> = z.object({ newPassword: z.string() });

/** Gives a password to a user who has none. Only on the server: over HTTP a stolen session could set its own. */
export const setPassword: Endpoint<SetPasswordInput, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/set-password",
  summary: "Give a password to a user who has none",
  output: statusAnswer,
  moments: ["newPassword"],
  serverOnly: true,
  input: setInput,
  guards: [requireSession, requireInPerson],
  errors,
  statements: 4,
  async handle({ newPassword }, context) {
    const { user } = context;
    await checkNewPassword(context, newPassword);
    checkNotOwnName(context, newPassword, context.user);
    const account = await findCredential(context.db, user.id);
    if (account?.password) fail(errors, "PASSWORD_ALREADY_SET");
    const hash = await context.passwords.hash(newPassword);
    try {
      await context.db.transaction(async (tx) => {
        if (account) await fillPassword(tx, context, account, hash);
        else await createCredential(tx, context, user.id, hash);
        await updateUser(tx, context, user, {}, { newEpoch: true });
        await recordAudit(tx, context, { action: "user.password.set", actorId: user.id, userId: user.id });
        await announcePasswordChange(tx, context, user.id);
      });
    } catch (error) {
      if (error instanceof UniqueViolation) fail(errors, "PASSWORD_ALREADY_SET");
      throw error;
    }
    return { status: true };
  },
});

async function fillPassword(tx: Adapter, context: RequestContext, { id }: AccountRow, hash: string): Promise<void> {
  const set = { password: hash, updatedAt: context.now() };
  const changed = await tx.update(accountTable, { where: { id, password: null }, set });
  if (changed === 0) fail(errors, "PASSWORD_ALREADY_SET");
}

const verifyInput: z.ZodType<VerifyPasswordInput> = z.object({ password });

/** Checks the current password. It makes the session fresh: what was refused for want of a proof can be tried again. */
export const verifyPassword: Endpoint<VerifyPasswordInput, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/verify-password",
  summary: "Check the password again",
  input: verifyInput,
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  errors,
  statements: 3,
  rateLimit: { window: 60, max: 10 },
  async handle({ password: typed }, context) {
    const active = { session: context.session, user: context.user, joined: context.joined };
    await provePassword(context, context.user.id, typed);
    await proveSession(context, active, ["password"]);
    return { status: true };
  },
});
