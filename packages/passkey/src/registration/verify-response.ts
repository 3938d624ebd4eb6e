/** Checks an authenticator's response for a new passkey. */

import { fail, type RequestContext } from "@latchkey/core/plugin";
import { type ClaimedChallenge, useChallenge } from "../challenge.ts";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { WebAuthnError } from "../webauthn/error.ts";
import type { RegistrationResponse, UserVerification } from "../webauthn/json.ts";
import { type VerifiedRegistration, verifyRegistration } from "../webauthn/verify-registration.ts";

/** Values that a response must match. */
export interface ExpectedRegistration {
  readonly claimed: ClaimedChallenge;
  /** The subject that the challenge is bound to. */
  readonly subject: string;
  readonly userVerification: UserVerification;
}

/**
 * Marks the challenge as used, and checks the response. Sends one query.
 * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `FAILED_TO_VERIFY_REGISTRATION`
 */
export async function verifyNewPasskey(
  context: RequestContext,
  settings: PasskeySettings,
  response: RegistrationResponse,
  { claimed, subject, userVerification }: ExpectedRegistration,
): Promise<VerifiedRegistration> {
  const rp = relyingPartyOf(context, settings);
  if (!(await useChallenge(context, claimed, { rpID: rp.id, subject }))) fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
  try {
    return await verifyRegistration(response, {
      challenge: claimed.text,
      isOrigin: rp.isOrigin,
      rpID: rp.id,
      requireUserVerification: userVerification === "required",
      requireUserPresence: !claimed.isConditional,
      verifyAttestation: settings.attestation?.verify,
    });
  } catch (error) {
    if (!(error instanceof WebAuthnError)) throw error;
    context.log.debug("A passkey was rejected", { reason: error.reason });
    return fail(passkeyErrors, "FAILED_TO_VERIFY_REGISTRATION", { cause: error });
  }
}
