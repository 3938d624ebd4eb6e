/** Public exports of `@latchkey/passkey`. */

export { type PasskeyAuditAction, passkeyAuditActions } from "./audit-actions.ts";
export type {
  AcceptedPasskeys,
  AddPasskeyFields,
  AuthenticateOptionsQuery,
  AuthenticationOptions,
  AuthenticationPurpose,
  AuthenticationResponse,
  CeremonyErrorCode,
  CredentialDescriptor,
  DeletePasskeyInput,
  ListedPasskey,
  Passkey,
  PasskeyAccountState,
  PasskeyCalls,
  PasskeyClient,
  PasskeyPluginCapabilities,
  PasskeySignIn,
  PasskeySignInFields,
  PasskeySignUpFields,
  PasskeyTypes,
  RegisteredPasskey,
  RegisterOptionsQuery,
  RegistrationOptions,
  RegistrationResponse,
  SignUpOptionsInput,
  UpdatePasskeyInput,
  UserVerification,
  VerifyAuthenticationInput,
  VerifyRegistrationInput,
} from "./contract.ts";
export { passkeyErrors } from "./errors.ts";
export type { PasskeyOptions, ResolvedUser } from "./options.ts";
export { type PasskeyPlugin, passkey } from "./plugin.ts";
export {
  credentialKeyOf,
  type PasskeyRow,
  passkeyColumns,
  passkeyTable,
  type SessionWithPasskey,
} from "./tables.ts";
export type { VerifyAttestation } from "./webauthn/verify-registration.ts";
