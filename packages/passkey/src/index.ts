/** Public exports of `@latchkey/passkey`. */

export { type PasskeyAuditAction, passkeyAuditActions } from "./audit-actions.ts";
export type {
  AcceptedPasskeys,
  AddPasskeyFields,
  AuthenticateOptionsQuery,
  AuthenticationPurpose,
  CeremonyErrorCode,
  DeletePasskeyInput,
  ListedPasskey,
  NewPasskeyBackupCodes,
  Passkey,
  PasskeyAccountState,
  PasskeyCalls,
  PasskeyClient,
  PasskeyPluginCapabilities,
  PasskeySignIn,
  PasskeySignInFields,
  PasskeySignUpFields,
  PasskeySignUpSettings,
  PasskeyTypes,
  RecoverPasskeyFields,
  RecoveryOptionsInput,
  RegisteredPasskey,
  RegisterOptionsQuery,
  SignUpOptionsInput,
  UpdatePasskeyInput,
  VerifyAuthenticationInput,
  VerifyRecoveryInput,
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
export type {
  AuthenticationOptions,
  AuthenticationResponse,
  CredentialDescriptor,
  RegistrationOptions,
  RegistrationResponse,
  UserVerification,
} from "./webauthn/json.ts";
export type { VerifyAttestation } from "./webauthn/verify-registration.ts";
