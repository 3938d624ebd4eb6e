/** The response shapes of the passkey calls. */

import {
  boolean,
  date,
  list,
  literal,
  model,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type { AcceptedPasskeys, ListedPasskey, Passkey, PasskeySignIn, RegisteredPasskey } from "./contract.ts";
import type {
  AuthenticationOptions,
  CredentialDescriptor,
  RegistrationOptions,
  RelatedOrigins,
} from "./webauthn/json.ts";

const passkeyKeys = {
  id: text,
  name: nullable(text),
  publicKey: text,
  userId: text,
  credentialID: text,
  counter: number,
  deviceType: text,
  backedUp: boolean,
  transports: nullable(text),
  createdAt: nullable(date),
  aaguid: nullable(text),
};

const descriptors = list(
  object<CredentialDescriptor>({ id: text, type: literal("public-key"), transports: optional(list(text)) }),
);
const userVerification = oneOf("required", "preferred", "discouraged");

/** Response from `/passkey/generate-register-options`. */
export const registrationOptionsOutput: Shape<RegistrationOptions> = object<RegistrationOptions>({
  challenge: text,
  rp: object<RegistrationOptions["rp"]>({ id: text, name: text }),
  user: object<RegistrationOptions["user"]>({ id: text, name: text, displayName: text }),
  pubKeyCredParams: list(
    object<RegistrationOptions["pubKeyCredParams"][number]>({ type: literal("public-key"), alg: number }),
  ),
  timeout: number,
  attestation: text,
  excludeCredentials: descriptors,
  authenticatorSelection: object<RegistrationOptions["authenticatorSelection"]>({
    residentKey: text,
    requireResidentKey: boolean,
    userVerification,
    authenticatorAttachment: optional(text),
  }),
  extensions: object<RegistrationOptions["extensions"]>({ credProps: boolean }),
  hints: list(text),
});

/** Response from `/passkey/generate-authenticate-options`. */
export const authenticationOptionsOutput: Shape<AuthenticationOptions> = object<AuthenticationOptions>({
  rpId: text,
  challenge: text,
  timeout: number,
  userVerification,
  allowCredentials: optional(descriptors),
});

/** Response from `/passkey/verify-registration`. */
export const registeredOutput: Shape<RegisteredPasskey> = object<RegisteredPasskey>({
  ...passkeyKeys,
  session: optional(model("session")),
  user: optional(model("user")),
  token: optional(nullable(text)),
  backupCodes: optional(list(text)),
});

/** Response from `/passkey/verify-authentication`. */
export const signedInOutput: Shape<PasskeySignIn> = object<PasskeySignIn>({
  session: model("session"),
  user: model("user"),
  token: text,
});

/** Response from `/passkey/list-user-passkeys`. */
export const listedOutput: Shape<ListedPasskey[]> = list(
  object<ListedPasskey>({ ...passkeyKeys, authenticator: nullable(text), lastUsedAt: nullable(date) }),
);

/** Response from `/passkey/accepted`. */
export const acceptedOutput: Shape<AcceptedPasskeys[]> = list(
  object<AcceptedPasskeys>({
    rpId: text,
    userId: text,
    allAcceptedCredentialIds: list(text),
    name: text,
    displayName: text,
  }),
);

/** Response from `/passkey/update-passkey`. */
export const updatedOutput: Shape<{ readonly passkey: Passkey }> = object({ passkey: object<Passkey>(passkeyKeys) });

/** Response from `/.well-known/webauthn`. */
export const relatedOriginsOutput: Shape<RelatedOrigins> = object<RelatedOrigins>({ origins: list(text) });
