/**
 * The endpoints that recover the account of a user without an email, with a backup code. The code alone doesn't start a
 * session. It lets the browser register a new passkey, and is consumed when the passkey is stored.
 */

import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type CreatedSession,
  consumeToken,
  createSession,
  defineEndpoint,
  type EndpointOf,
  fail,
  findUser,
  input,
  peekToken,
  presentSession,
  presentUser,
  type RequestContext,
  recordAudit,
  revokeSessionsAndSignIns,
  revokeTokens,
  type UserRow,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import { type ClaimedChallenge, readChallenge } from "../challenge.ts";
import type { PasskeyCalls, RecoveryOptionsInput, VerifyRecoveryInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { passkeyName, registrationResponse } from "../inputs.ts";
import type { PasskeySettings } from "../options.ts";
import { registrationOptionsOutput, signedInOutput } from "../outputs.ts";
import { creationOptions } from "../registration/creation-options.ts";
import { claimCredential } from "../registration/decoys.ts";
import { newPasskeyRow, notifyPasskeyAdded, recordNewPasskey } from "../registration/new-passkey.ts";
import { hasPlaceholderEmail, placeholderEmail } from "../registration/sign-up.ts";
import { verifyNewPasskey } from "../registration/verify-response.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { findPasskeys } from "../store.ts";
import { type PasskeyRow, passkeyTable } from "../tables.ts";
import { claimedChallenge } from "../webauthn/client-data.ts";
import { backupCodeInput, passkeyBackupCode } from "./codes.ts";

const { INVALID_BACKUP_CODE, CHALLENGE_NOT_FOUND, FAILED_TO_VERIFY_REGISTRATION, PREVIOUSLY_REGISTERED } =
  passkeyErrors;

const rateLimit = { window: 60, max: 10 };

const encryption = "passkey-recovery";
const boundTo = "challenge";

/** The contents of a recovery challenge, encrypted. */
interface Recovery {
  readonly userId: string;
  readonly code: string;
}

/** Returns the options for the new passkey of a user with a backup code. */
export function recoveryOptions(settings: PasskeySettings): EndpointOf<PasskeyCalls["generatePasskeyRecoveryOptions"]> {
  return defineEndpoint({
    method: "POST",
    path: "/passkey/generate-recovery-options",
    summary: "Get the options for a new passkey with a backup code",
    input: input.object<RecoveryOptionsInput>({ code: backupCodeInput }),
    output: registrationOptionsOutput,
    errors: { INVALID_BACKUP_CODE },
    queryBudget: 3,
    rateLimit,
    originCheck: "always",
    async handle({ code }, context) {
      const found = await peekToken(context.db, context, passkeyBackupCode, code);
      const user = found && (await findUser(context.db, found.subject));
      if (!user || hasVerifiedEmail(user)) return fail(passkeyErrors, "INVALID_BACKUP_CODE");
      const recovery: Recovery = { userId: user.id, code };
      const sealed = await context.keys.encryption(encryption).encrypt(JSON.stringify(recovery), boundTo);
      return creationOptions(context, settings, {
        user: { id: user.id, name: user.name, displayName: user.name },
        rp: relyingPartyOf(context, settings),
        existing: await findPasskeys(context.db, user.id),
        challenge: { purpose: "recovery", subject: "", sealed },
      });
    },
  });
}

/** Stores the new passkey, consumes the backup code, ends all other sessions, and signs in. */
export function verifyPasskeyRecovery(settings: PasskeySettings): EndpointOf<PasskeyCalls["verifyPasskeyRecovery"]> {
  return defineEndpoint({
    method: "POST",
    path: "/passkey/verify-recovery",
    summary: "Sign in with a new passkey after losing the others",
    changes: ["passkeys", "session"],
    input: input.object<VerifyRecoveryInput>({
      response: registrationResponse,
      name: input.optional(passkeyName),
      rememberMe: input.optional(input.boolean),
    }),
    output: signedInOutput,
    stages: ["signIn"],
    errors: { INVALID_BACKUP_CODE, CHALLENGE_NOT_FOUND, FAILED_TO_VERIFY_REGISTRATION, PREVIOUSLY_REGISTERED },
    // Three of them are sent only if the user has an unverified email.
    queryBudget: 13,
    rateLimit,
    originCheck: "always",
    async handle({ response, name = null, rememberMe = true }, context) {
      const claimed = readChallenge(claimedChallenge(response.response.clientDataJSON) ?? "");
      if (claimed?.purpose !== "recovery") return fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
      const userVerification = settings.userVerification.signIn;
      const verified = await verifyNewPasskey(context, settings, response, { claimed, subject: "", userVerification });
      const recovery = await openRecovery(context, claimed);
      const { userId } = recovery;
      const rpID = relyingPartyOf(context, settings).id;
      const passkey = newPasskeyRow(context, verified, { userId, name, rpID, response, verifiedEmail: null });
      const created = await context.db
        .transaction((tx) => recover(tx, context, settings, { recovery, passkey, rememberMe }))
        .catch((error: unknown) => {
          if (!(error instanceof UniqueViolation) || error.table !== passkeyTable.name) throw error;
          return fail(passkeyErrors, "PREVIOUSLY_REGISTERED", { cause: error });
        });
      if (created.kind === "challenge") return created.response;
      const { session, user } = created.active;
      return {
        session: presentSession(context, session),
        user: presentUser(context, user),
        token: created.token,
      };
    },
  });
}

async function openRecovery(context: RequestContext, { sealed }: ClaimedChallenge): Promise<Recovery> {
  const plain = await context.keys.encryption(encryption).decrypt(sealed, boundTo);
  return plain === null ? fail(passkeyErrors, "CHALLENGE_NOT_FOUND") : (JSON.parse(plain) as Recovery);
}

/** Whether the account can be recovered by email. */
function hasVerifiedEmail({ emailVerified, provenEmail }: UserRow): boolean {
  return emailVerified || provenEmail !== null;
}

/**
 * Removes an email that was never verified. If it has a typo, the user couldn't sign in to an app that requires a
 * verified email. If someone else added it on the lost device, they could use it to take over the account.
 */
async function removeEmail(tx: Transaction, context: RequestContext, user: UserRow): Promise<void> {
  await updateUser(tx, context, user, { email: placeholderEmail(user.id) });
  await revokeTokens(tx, context, user.id);
  await recordAudit(tx, context, { action: "user.email.change", actorId: user.id, userId: user.id });
}

interface NewPasskeyOfRecovery {
  readonly recovery: Recovery;
  readonly passkey: PasskeyRow;
  readonly rememberMe: boolean;
}

async function recover(
  tx: Transaction,
  context: RequestContext,
  settings: PasskeySettings,
  { recovery: { userId, code }, passkey, rememberMe }: NewPasskeyOfRecovery,
): Promise<CreatedSession> {
  // Lock the user before consuming the code, so that every transaction locks the user first.
  const user = await tx.lock(userTable, userId);
  if (!user || hasVerifiedEmail(user)) return fail(passkeyErrors, "INVALID_BACKUP_CODE");
  if (!(await consumeToken(tx, context, passkeyBackupCode, code, userId))) fail(passkeyErrors, "INVALID_BACKUP_CODE");
  if (!hasPlaceholderEmail(user)) await removeEmail(tx, context, user);
  await claimCredential(tx, context, settings, passkey);
  await tx.insert(passkeyTable, passkey);
  await recordAudit(tx, context, { action: "passkey.backup-code.use", actorId: userId, userId });
  await recordNewPasskey(tx, context, passkey);
  await notifyPasskeyAdded(tx, context, userId);
  // Someone who found the lost device might be signed in on it.
  await revokeSessionsAndSignIns(context, userId, { db: tx });
  return createSession(
    context,
    {
      user: { id: userId, epoch: user.epoch + 1 },
      method: "passkey",
      provenFactors: passkey.userVerified ? ["passkey", "two-factor"] : ["passkey"],
      rememberMe,
      fields: { passkeyId: passkey.id },
    },
    tx,
  );
}
