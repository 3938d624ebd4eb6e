/** The endpoint `/passkey/verify-authentication`. */

import { fromBase64, fromBase64Url } from "@latchkey/core/crypto";
import {
  type ActiveSession,
  AuthError,
  changeSession,
  defineEndpoint,
  type EndpointOf,
  fail,
  impersonationErrors,
  impersonatorOf,
  input,
  presentSession,
  presentUser,
  proofChange,
  type RequestContext,
  readPendingSignIn,
  readSession,
  readSessionToken,
  rejectDecoy,
  syncSessionCookies,
  type WaitingSignIn,
} from "@latchkey/core/plugin";
import { type ClaimedChallenge, readChallenge, useChallenge } from "../challenge.ts";
import type { PasskeyCalls, PasskeySignIn, VerifyAuthenticationInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { authenticationResponse } from "../inputs.ts";
import type { PasskeySettings } from "../options.ts";
import { signedInOutput } from "../outputs.ts";
import { type DecoyPasskey, findDecoyPasskey } from "../registration/decoys.ts";
import { type RelyingParty, relyingPartyOf } from "../relying-party.ts";
import { findByCredential, type PasskeyWithUser } from "../store.ts";
import { credentialKeyOf, type PasskeyRow } from "../tables.ts";
import { claimedChallenge } from "../webauthn/client-data.ts";
import { reject, WebAuthnError } from "../webauthn/error.ts";
import { type VerifiedAssertion, verifyAssertion } from "../webauthn/verify-assertion.ts";
import { completeSecondFactor, signIn } from "./sign-in.ts";
import { pendingSubject, requiresVerification, sessionSubject } from "./subject.ts";
import {
  CloneDetectedError,
  checkDeviceType,
  checkUserHandle,
  recordUse,
  reportClone,
  type UsedPasskey,
} from "./use-passkey.ts";

const { CHALLENGE_NOT_FOUND, AUTHENTICATION_FAILED } = passkeyErrors;
const PASSKEY_NOT_FOUND = { ...passkeyErrors.PASSKEY_NOT_FOUND, status: 401 };

/** A ceremony's purpose, and the session or pending sign-in that its challenge is bound to, if any. */
type Ceremony =
  | { readonly purpose: "sign-in" }
  | { readonly purpose: "proof"; readonly active: ActiveSession }
  | { readonly purpose: "second-factor"; readonly pending: WaitingSignIn };

/** Signs in with a passkey, finishes a sign-in with it, or proves it in the current session. */
export function verifyPasskeyAuthentication(
  settings: PasskeySettings,
): EndpointOf<PasskeyCalls["verifyPasskeyAuthentication"]> {
  return defineEndpoint({
    method: "POST",
    path: "/passkey/verify-authentication",
    summary: "Sign in with a passkey",
    changes: ["passkeys", "session"],
    input: input.object<VerifyAuthenticationInput>({
      response: authenticationResponse,
      rememberMe: input.optional(input.boolean),
    }),
    output: signedInOutput,
    stages: ["signIn"],
    errors: { CHALLENGE_NOT_FOUND, AUTHENTICATION_FAILED, PASSKEY_NOT_FOUND, ...impersonationErrors },
    queryBudget: 8,
    rateLimit: { window: 60, max: 10 },
    originCheck: "always",
    async handle(body, context) {
      const rp = relyingPartyOf(context, settings);
      const ceremony = await openCeremony(context, settings, rp, body);
      const row = await findPasskey(context, settings, rp, body);
      try {
        const assertion = await verify(settings, rp, body, row, ceremony);
        if (row.user) return await complete(context, ceremony, { row, assertion, settings }, body.rememberMe);
        await rejectDecoy(context, row, body.rememberMe ?? true, "passkey");
        return fail(passkeyErrors, "AUTHENTICATION_FAILED");
      } catch (error) {
        if (error instanceof CloneDetectedError) await reportClone(context, row);
        else if (!(error instanceof WebAuthnError)) throw error;
        else context.log.debug("A passkey was rejected", { reason: error.reason });
        return fail(passkeyErrors, "AUTHENTICATION_FAILED", { cause: error });
      }
    },
  });
}

/**
 * Checks the challenge and marks it as used. This comes first, so that no passkey is read without a valid challenge.
 */
async function openCeremony(
  context: RequestContext,
  settings: PasskeySettings,
  rp: RelyingParty,
  { response }: VerifyAuthenticationInput,
): Promise<Ceremony> {
  const claimed = readChallenge(claimedChallenge(response.response.clientDataJSON) ?? "");
  const ceremony = claimed && (await ceremonyOf(context, settings, claimed));
  if (!claimed || !ceremony) return fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
  const isValid = await useChallenge(context, claimed, { rpID: rp.id, subject: subjectOf(ceremony) });
  return isValid ? ceremony : fail(passkeyErrors, "CHALLENGE_NOT_FOUND");
}

async function ceremonyOf(
  context: RequestContext,
  settings: PasskeySettings,
  { purpose }: ClaimedChallenge,
): Promise<Ceremony | null> {
  if (purpose === "sign-in") return { purpose };
  if (purpose === "second-factor") {
    const pending = settings.secondFactor === "disabled" ? null : await readPendingSignIn(context);
    return pending?.attemptsLeft ? { purpose, pending } : null;
  }
  const active = purpose === "proof" ? await readSession(context) : null;
  if (!active) return null;
  // An impersonating admin can't prove the user's factors.
  if (impersonatorOf(context, active.session) !== null) {
    return fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
  }
  return { purpose: "proof", active };
}

function subjectOf(ceremony: Ceremony): string {
  if (ceremony.purpose === "proof") return sessionSubject(ceremony.active);
  return ceremony.purpose === "second-factor" ? pendingSubject(ceremony.pending) : "";
}

/**
 * Finds the passkey. Clients remove a passkey that the server doesn't know from the authenticator, so the error
 * contains its id. Looks for decoys even if the passkey belongs to an unverified user, so that the response time
 * doesn't reveal which of the two exists.
 */
async function findPasskey(
  context: RequestContext,
  settings: PasskeySettings,
  rp: RelyingParty,
  { response: { id } }: VerifyAuthenticationInput,
): Promise<PasskeyWithUser | DecoyPasskey> {
  const rawID = fromBase64Url(id);
  if (rawID) {
    const key = credentialKeyOf(rawID);
    const row = await findByCredential(context.db, key);
    if (row?.user.emailVerified) return row;
    const decoy = await findDecoyPasskey(context, settings, key);
    const found = row ?? decoy;
    if (found) return found;
  }
  throw new AuthError("PASSKEY_NOT_FOUND", PASSKEY_NOT_FOUND, { details: { rpId: rp.id, credentialId: id } });
}

async function verify(
  settings: PasskeySettings,
  rp: RelyingParty,
  { response }: VerifyAuthenticationInput,
  row: PasskeyRow,
  ceremony: Ceremony,
): Promise<VerifiedAssertion> {
  const challenge = claimedChallenge(response.response.clientDataJSON) ?? reject("challenge");
  // A passkey that was the first factor counts as the second one only if the authenticator verifies the user.
  const isSecondUse = ceremony.purpose === "second-factor" && ceremony.pending.data.proofs.passkey !== undefined;
  const assertion = await verifyAssertion(response, fromBase64(row.publicKey) ?? reject("public key"), {
    challenge,
    isOrigin: rp.isOrigin,
    rpID: row.rpID ?? rp.id,
    requireUserVerification: isSecondUse || requiresVerification(settings, ceremony.purpose) === "required",
  });
  if (row.rpID !== null && row.rpID !== rp.id) reject("rp id");
  checkUserHandle(row, response, ceremony.purpose === "sign-in");
  checkDeviceType(row, assertion);
  const owner = ownerOf(ceremony);
  // Don't respond with "not found", because clients would then remove the passkey from its user's authenticator.
  if (owner !== null && owner !== row.userId) {
    throw new AuthError("AUTHENTICATION_FAILED", { ...AUTHENTICATION_FAILED, status: 401 });
  }
  return assertion;
}

function ownerOf(ceremony: Ceremony): string | null {
  if (ceremony.purpose === "proof") return ceremony.active.user.id;
  return ceremony.purpose === "second-factor" ? ceremony.pending.userId : null;
}

async function complete(
  context: RequestContext,
  ceremony: Ceremony,
  used: UsedPasskey,
  rememberMe: boolean | undefined,
) {
  if (ceremony.purpose === "proof") return prove(context, ceremony.active, used);
  const created =
    ceremony.purpose === "second-factor"
      ? await completeSecondFactor(context, ceremony.pending, used)
      : await signIn(context, used, rememberMe);
  if (created.kind === "challenge") return created.response;
  const { session, user } = created.active;
  return {
    session: presentSession(context, session),
    user: presentUser(context, user),
    token: created.token,
  };
}

/** Records the proof in the session, which stays the same. */
async function prove(
  context: RequestContext,
  active: ActiveSession,
  { row, assertion, settings }: UsedPasskey,
): Promise<PasskeySignIn> {
  const proven = assertion.userVerified ? ["passkey", "two-factor"] : ["passkey"];
  const changed = await context.db.transaction(async (tx) => {
    await recordUse(tx, context, settings, row.id, assertion);
    // The session ends if this passkey is deleted, because someone else with the passkey might be using this session.
    return changeSession(tx, active, (session) => ({
      ...proofChange(context, session, proven),
      passkeyId: row.id,
    }));
  });
  syncSessionCookies(context, changed);
  return {
    session: presentSession(context, changed.session),
    user: presentUser(context, changed.user),
    token: readSessionToken(context)?.token ?? "",
  };
}
