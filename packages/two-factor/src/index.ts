/** The face of `@latchkey/two-factor`. */

export { type ForeignFactors, insertFactors, isBackupCode, type StorableFactors, sealFactors } from "./adopt.ts";
export { type TwoFactorAuditAction, twoFactorAuditActions } from "./audit-actions.ts";
export type {
  ChallengeErrorCode,
  EnableTwoFactorInput,
  NewBackupCodes,
  OwnerErrorCode,
  OwnerInput,
  RemainingBackupCodes,
  ResetTwoFactorInput,
  RevokeTrustedDeviceInput,
  TotpURI,
  TrustedDevice,
  TwoFactorCalls,
  TwoFactorChallenge,
  TwoFactorChanged,
  TwoFactorClient,
  TwoFactorEnrolment,
  TwoFactorMethod,
  TwoFactorTypes,
  VerifiedBackupCode,
  VerifiedCode,
  VerifyBackupCodeInput,
  VerifyCodeInput,
} from "./contract.ts";
export { twoFactorErrors } from "./errors.ts";
export type {
  LockOptions,
  OneTimeCode,
  OtpOptions,
  TotpOptions,
  TwoFactorLock,
  TwoFactorOptions,
} from "./options.ts";
export { type TwoFactorPlugin, twoFactor } from "./plugin.ts";
export {
  type BackupCodeRow,
  backupCodeTable,
  type TwoFactorRow,
  twoFactorColumns,
  twoFactorTable,
  type UserWithTwoFactor,
} from "./tables.ts";
