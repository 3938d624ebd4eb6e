/** Creates the session for a sign-in with a passkey. */

import {
  type CreatedSession,
  consumePendingSignIn,
  createSession,
  fail,
  forgetPendingSignIn,
  type RequestContext,
  resumeSignIn,
  StaleUserError,
  type WaitingSignIn,
} from "@latchkey/core/plugin";
import { passkeyErrors } from "../errors.ts";
import { findByCredential } from "../store.ts";
import { recordUse, type UsedPasskey } from "./use-passkey.ts";

/**
 * Signs in with only the passkey. If the user's row has changed since it was read, tries again with the current one.
 */
export async function signIn(
  context: RequestContext,
  used: UsedPasskey,
  rememberMe = true,
  isRetry = false,
): Promise<CreatedSession> {
  const { row, assertion, settings } = used;
  const { user, ...passkey } = row;
  try {
    return await context.db.transaction(async (tx) => {
      const created = await createSession(
        context,
        {
          user,
          method: "passkey",
          provenFactors: assertion.userVerified ? ["passkey", "two-factor"] : ["passkey"],
          rememberMe,
          verifiedEmail: passkey.verifiedEmail,
          fields: { passkeyId: passkey.id },
        },
        tx,
      );
      // Runs after the session is created, so that every transaction locks the user before the passkey.
      await recordUse(tx, context, settings, passkey.id, assertion);
      return created;
    });
  } catch (error) {
    if (!(error instanceof StaleUserError) || isRetry) throw error;
    const current = await findByCredential(context.db, passkey.credentialKey);
    if (!current || current.id !== passkey.id) return fail(passkeyErrors, "AUTHENTICATION_FAILED", { cause: error });
    return signIn(context, { ...used, row: current }, rememberMe, true);
  }
}

/** Finishes a pending sign-in with the passkey as its second factor. */
export async function completeSecondFactor(
  context: RequestContext,
  pending: WaitingSignIn,
  { row, assertion, settings }: UsedPasskey,
): Promise<CreatedSession> {
  const proven = assertion.userVerified ? ["passkey", "two-factor"] : ["two-factor"];
  const resumed = resumeSignIn(context, pending.data, proven);
  try {
    const created = await context.db.transaction(async (tx) => {
      if (!(await consumePendingSignIn(tx, context, pending))) return fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
      const fields = { ...resumed.fields, passkeyId: row.id };
      const finished = await createSession(context, { ...resumed, fields }, tx);
      await recordUse(tx, context, settings, row.id, assertion);
      return finished;
    });
    forgetPendingSignIn(context);
    return created;
  } catch (error) {
    if (!(error instanceof StaleUserError)) throw error;
    // The user changed after the first step, for example with a new password or a ban, so that step no longer counts.
    forgetPendingSignIn(context);
    return fail(passkeyErrors, "CHALLENGE_NOT_FOUND", { cause: error });
  }
}
