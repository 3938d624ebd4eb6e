/** Inputs of the passkey calls. */

import { type InputField, input } from "@latchkey/core/plugin";
import { maxNameLength } from "./tables.ts";
import type { AuthenticationResponse, RegistrationResponse } from "./webauthn/json.ts";

/** A credential id of up to 1023 bytes, in base64url. */
const credentialID = input.rawText({ min: 1, max: 1364 });
const clientDataJSON = input.rawText({ max: 16_384 });

/** The response of a registration. Attestation objects with certificates are large. */
export const registrationResponse: InputField<RegistrationResponse> = input.object<RegistrationResponse>({
  id: credentialID,
  rawId: credentialID,
  type: input.rawText({ max: 32 }),
  response: input.object<RegistrationResponse["response"]>({
    clientDataJSON,
    attestationObject: input.rawText({ max: 65_536 }),
    transports: input.optional(input.list(input.rawText({ max: 255 }), { max: 16 })),
  }),
});

/** The response of a sign-in. */
export const authenticationResponse: InputField<AuthenticationResponse> = input.object<AuthenticationResponse>({
  id: credentialID,
  rawId: credentialID,
  type: input.rawText({ max: 32 }),
  response: input.object<AuthenticationResponse["response"]>({
    clientDataJSON,
    authenticatorData: input.rawText({ max: 16_384 }),
    signature: input.rawText({ max: 4096 }),
    userHandle: input.optional(input.nullable(input.rawText({ max: 255 }))),
  }),
});

/** The name of a passkey, without surrounding spaces. */
export const passkeyName: InputField<string> = input.convert(
  input.check(
    input.text({ min: 1, max: 255 }),
    (name) => name.trim() !== "" && [...name.trim()].length <= maxNameLength,
    `must have 1 to ${maxNameLength} characters`,
  ),
  (name) => name.trim(),
);
