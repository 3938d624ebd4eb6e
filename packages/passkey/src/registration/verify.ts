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
  httpErrors,
  input,
  presentSession,
  presentUser,
  type RequestContext,
  readSessionToken,
  sessionTable,
  userTable,
} from "@latchkey/core/plugin";
import { type ClaimedChallenge, readChallenge, useChallenge } from "../challenge.ts";
import type { PasskeyCalls, VerifyRegistrationInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { passkeyName, registrationResponse } from "../inputs.ts";
import type { PasskeySettings } from "../options.ts";
import { registeredOutput } from "../outputs.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { countPasskeys } from "../store.ts";
import { maxPasskeys, type PasskeyRow, passkeyTable, presentPasskey } from "../tables.ts";
import { claimedChallenge } from "../webauthn/client-data.ts";
import { WebAuthnError } from "../webauthn/error.ts";
import { type VerifiedRegistration, verifyRegistration } from "../webauthn/verify-registration.ts";
import { checkNotDecoy } from "./decoys.ts";
import { newPasskeyRow, notifyPasskeyAdded, recordNewPasskey } from "./new-passkey.ts";
import { registrationSubject } from "./options.ts";
import { requireRegistrant } from "./registrant.ts";
import { completeSignUp, openNewUser } from "./sign-up.ts";

const { CHALLENGE_NOT_FOUND, FAILED_TO_VERIFY_REGISTRATION, PREVIOUSLY_REGISTERED } = passkeyErrors;
const { TOO_MANY_PASSKEYS, YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY } = passkeyErrors;
const { USER_ALREADY_EXISTS, FAILED_TO_CREATE_USER } = emailPasswordErrors;

const verifyInput = input.object<VerifyRegistrationInput>({
  response: registrationResponse,
  name: input.optional(passkeyName),
  createSession: input.optional(input.boolean),
});

/** Stores a new passkey of the signed-in user, or creates a user with it. */
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
    // One less unless users must verify their email and can sign up with a passkey.
    queryBudget: 7,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    async handle(body, context) {
      const { registrant } = context;
      const claimed = readChallenge(claimedChallenge(body.response.response.clientDataJSON) ?? "");
      if (claimed?.purpose === "register" && !registrant) {
        fail(passkeyErrors, "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY");
      }
      if (claimed?.purpose !== (registrant ? "register" : "sign-up")) return fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
      const verified = await verify(context, settings, body, claimed, registrant);
      return registrant
        ? addPasskey(context, settings, registrant, body, verified)
        : signUp(context, settings, body, claimed, verified);
    },
  });
}

async function verify(
  context: RequestContext,
  settings: PasskeySettings,
  { response }: VerifyRegistrationInput,
  claimed: ClaimedChallenge,
  registrant: ActiveSession | null,
): Promise<VerifiedRegistration> {
  const rp = relyingPartyOf(context, settings);
  const subject = registrant ? registrationSubject(registrant) : "";
  if (!(await useChallenge(context, claimed, { rpID: rp.id, subject }))) fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
  const strength = registrant ? settings.userVerification.add : settings.userVerification.signIn;
  try {
    return await verifyRegistration(response, {
      challenge: claimed.text,
      isOrigin: rp.isOrigin,
      rpID: rp.id,
      requireUserVerification: strength === "required",
      requireUserPresence: !claimed.isConditional,
      verifyAttestation: settings.attestation?.verify,
    });
  } catch (error) {
    if (!(error instanceof WebAuthnError)) throw error;
    context.log.debug("A passkey was rejected", { reason: error.reason });
    return fail(passkeyErrors, "FAILED_TO_VERIFY_REGISTRATION", { cause: error });
  }
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
  // The user has a session already, so it's returned instead of another one.
  const session = presentSession(context, active.session);
  return { ...presentPasskey(passkey), session, user: presentUser(context, active.user), token };
}

/**
 * Stores a passkey under the user's lock, so that concurrent requests can't exceed the maximum. The session is read again:
 * one that was ended in the meantime can't leave a passkey behind.
 */
async function insertPasskey(
  tx: Transaction,
  context: RequestContext,
  settings: PasskeySettings,
  { session, user }: ActiveSession,
  build: (verifiedEmail: string | null) => PasskeyRow,
): Promise<PasskeyRow> {
  if (!(await tx.lock(userTable, user.id))) fail(httpErrors, "UNAUTHORIZED");
  const { id, token } = session;
  const current = (await tx.findOne(sessionTable, { where: { id, token } })) ?? fail(httpErrors, "UNAUTHORIZED");
  if ((await countPasskeys(tx, user.id)) >= maxPasskeys) fail(passkeyErrors, "TOO_MANY_PASSKEYS");
  const passkey = build(current.verifiedEmail);
  await checkNotDecoy(tx, context, settings, passkey);
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
