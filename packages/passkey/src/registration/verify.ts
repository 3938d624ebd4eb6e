/** The endpoint `/passkey/verify-registration`. */

import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  fieldErrors,
  input,
  presentSession,
  presentUser,
  type RequestContext,
  readSessionToken,
} from "@latchkey/core/plugin";
import { type ClaimedChallenge, readChallenge } from "../challenge.ts";
import type { PasskeyCalls, VerifyRegistrationInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { passkeyName, registrationResponse } from "../inputs.ts";
import type { PasskeySettings } from "../options.ts";
import { registeredOutput } from "../outputs.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { countPasskeys } from "../store.ts";
import { maxPasskeys, type PasskeyRow, passkeyTable, presentPasskey } from "../tables.ts";
import { claimedChallenge } from "../webauthn/client-data.ts";
import type { VerifiedRegistration } from "../webauthn/verify-registration.ts";
import { claimCredential } from "./decoys.ts";
import { lockActiveSession } from "./lock-session.ts";
import { newPasskeyRow, notifyPasskeyAdded, recordNewPasskey } from "./new-passkey.ts";
import { registrationSubject } from "./options.ts";
import { requireRegistrant } from "./registrant.ts";
import { completeSignUp, openNewUser } from "./sign-up.ts";
import { verifyNewPasskey } from "./verify-response.ts";

const { CHALLENGE_NOT_FOUND, FAILED_TO_VERIFY_REGISTRATION, PREVIOUSLY_REGISTERED } = passkeyErrors;
const { TOO_MANY_PASSKEYS, YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY } = passkeyErrors;
const { USER_ALREADY_EXISTS, FAILED_TO_CREATE_USER } = emailPasswordErrors;

const verifyInput = input.object<VerifyRegistrationInput>({
  response: registrationResponse,
  name: input.optional(passkeyName),
  createSession: input.optional(input.boolean),
});

/** Stores a new passkey for the signed-in user, or creates a user with it. */
export function verifyPasskeyRegistration(
  settings: PasskeySettings,
): EndpointOf<PasskeyCalls["verifyPasskeyRegistration"]> {
  return defineEndpoint({
    method: "POST",
    path: "/passkey/verify-registration",
    summary: "Store a new passkey",
    isSensitive: true,
    changes: ["passkeys", "session"],
    input: verifyInput,
    output: registeredOutput,
    guards: [denyImpersonation, requireRegistrant(settings.signUp !== false || settings.resolveUser !== null)],
    stages: ["signUp", "signIn"],
    errors: {
      CHALLENGE_NOT_FOUND,
      FAILED_TO_VERIFY_REGISTRATION,
      PREVIOUSLY_REGISTERED,
      TOO_MANY_PASSKEYS,
      YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY,
      USER_ALREADY_EXISTS,
      FAILED_TO_CREATE_USER,
      FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED,
    },
    // Includes one to claim the credential, which is sent only if users must verify their email and can sign up with a
    // passkey, and one to store backup codes.
    queryBudget: 8,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    async handle(body, context) {
      const { registrant } = context;
      const claimed = readChallenge(claimedChallenge(body.response.response.clientDataJSON) ?? "");
      if (claimed?.purpose === "register" && !registrant) {
        fail(passkeyErrors, "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY");
      }
      if (claimed?.purpose !== (registrant ? "register" : "sign-up")) return fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
      const { add, signIn } = settings.userVerification;
      const verified = await verifyNewPasskey(context, settings, body.response, {
        claimed,
        subject: registrant ? registrationSubject(registrant) : "",
        userVerification: registrant ? add : signIn,
      });
      return registrant
        ? addPasskey(context, settings, registrant, body, verified)
        : signUp(context, settings, body, claimed, verified);
    },
  });
}

async function addPasskey(
  context: RequestContext,
  settings: PasskeySettings,
  active: ActiveSession,
  { response, name, createSession }: VerifyRegistrationInput,
  verified: VerifiedRegistration,
) {
  const rpID = relyingPartyOf(context, settings).id;
  const passkey = await context.db
    .transaction((tx) =>
      insertPasskey(tx, context, settings, active, (verifiedEmail) =>
        newPasskeyRow(context, verified, { userId: active.user.id, name: name ?? null, rpID, response, verifiedEmail }),
      ),
    )
    .catch((error: unknown) => {
      if (error instanceof UniqueViolation) return fail(passkeyErrors, "PREVIOUSLY_REGISTERED", { cause: error });
      throw error;
    });
  const token = readSessionToken(context)?.token;
  if (!createSession || token === undefined) return presentPasskey(passkey);
  // The user is already signed in, so return the current session instead of creating one.
  const session = presentSession(context, active.session);
  return { ...presentPasskey(passkey), session, user: presentUser(context, active.user), token };
}

/** Stores a passkey while holding the lock on the user, so that concurrent requests can't exceed the maximum. */
async function insertPasskey(
  tx: Transaction,
  context: RequestContext,
  settings: PasskeySettings,
  active: ActiveSession,
  build: (verifiedEmail: string | null) => PasskeyRow,
): Promise<PasskeyRow> {
  const current = await lockActiveSession(tx, active);
  const { user } = active;
  if ((await countPasskeys(tx, user.id)) >= maxPasskeys) fail(passkeyErrors, "TOO_MANY_PASSKEYS");
  const passkey = build(current.verifiedEmail);
  await claimCredential(tx, context, settings, passkey);
  await tx.insert(passkeyTable, passkey);
  await recordNewPasskey(tx, context, passkey);
  await notifyPasskeyAdded(tx, context, user.id);
  return passkey;
}

async function signUp(
  context: RequestContext,
  settings: PasskeySettings,
  { response, name, createSession = false }: VerifyRegistrationInput,
  claimed: ClaimedChallenge,
  verified: VerifiedRegistration,
) {
  const newUser = await openNewUser(context, claimed);
  const rpID = relyingPartyOf(context, settings).id;
  const verifiedEmail = newUser.emailVerified ? newUser.email : null;
  const passkey = newPasskeyRow(context, verified, {
    userId: newUser.id,
    name: name ?? null,
    rpID,
    response,
    verifiedEmail,
  });
  return completeSignUp(context, { newUser, passkey, createSession, settings });
}
