/** The options that a browser creates a passkey with. */

import type { RequestContext } from "@latchkey/core/plugin";
import { type ChallengeInput, createChallenge } from "../challenge.ts";
import type { PasskeySettings } from "../options.ts";
import type { RelyingParty } from "../relying-party.ts";
import { type PasskeyRow, userHandleOf } from "../tables.ts";
import type { RegistrationOptions } from "../webauthn/json.ts";
import { algorithms } from "../webauthn/public-key.ts";

/** Input for a registration's options. */
export interface CreationInput {
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly rp: RelyingParty;
  /** The user's passkeys. An authenticator that has one of them doesn't create another one. */
  readonly existing: readonly PasskeyRow[];
  readonly attachment?: string | undefined;
  readonly challenge: Pick<ChallengeInput, "purpose" | "subject" | "isConditional" | "sealed">;
}

/** Returns the options, with a new challenge. Sends no query. */
export function creationOptions(
  context: RequestContext,
  settings: PasskeySettings,
  { user, rp, existing, attachment, challenge }: CreationInput,
): RegistrationOptions {
  const { challengeExpiresIn: expiresIn, userVerification } = settings;
  // After a sign-up or recovery, users sign in with this passkey, without entering who they are.
  const isOnlyWayIn = challenge.purpose !== "register";
  const residentKey = isOnlyWayIn ? "required" : settings.residentKey;
  const authenticatorAttachment = attachment ?? settings.attachment ?? undefined;
  return {
    challenge: createChallenge(context, { ...challenge, rpID: rp.id, expiresIn }),
    rp: { id: rp.id, name: rp.name },
    user: { id: userHandleOf(user.id), name: user.name, displayName: user.displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: expiresIn * 1000,
    attestation: settings.attestation?.conveyance ?? "none",
    excludeCredentials: describeCredentials(existing, rp.id),
    authenticatorSelection: {
      residentKey,
      requireResidentKey: residentKey === "required",
      userVerification: isOnlyWayIn ? userVerification.signIn : userVerification.add,
      ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
    },
    extensions: { credProps: true },
    hints: [],
  };
}

/** Describes passkeys of this domain for a browser. */
export function describeCredentials(rows: readonly PasskeyRow[], rpID: string) {
  return rows
    .filter((row) => row.rpID === null || row.rpID === rpID)
    .map(({ credentialID: id, transports }) => ({
      id,
      type: "public-key" as const,
      ...(transports ? { transports: transports.split(",") } : {}),
    }));
}
