/** The face of `@latchkey/two-factor`. */

export { type ForeignFactors, insertFactors, isBackupCode, type StorableFactors, sealFactors } from "./adopt.ts";
export type { TwoFactorApi, TwoFactorCalls, TwoFactorClientCalls, TwoFactorTypes } from "./api.ts";
export { type TwoFactorAuditAction, twoFactorAuditActions } from "./audit-actions.ts";
export { twoFactorErrors } from "./errors.ts";
export type {
  ChallengeErrorCode,
  EnableTwoFactorErrorCode,
  EnableTwoFactorInput,
  NewBackupCodes,
  OwnerErrorCode,
  OwnerInput,
  RemainingBackupCodes,
  ResetTwoFactorInput,
  RevokeTrustedDeviceInput,
  SendOtpErrorCode,
  TotpURI,
  TrustedDevice,
  TwoFactorChallenge,
  TwoFactorChanged,
  TwoFactorEnrolment,
  TwoFactorMethod,
  VerifiedBackupCode,
  VerifiedCode,
  VerifyBackupCodeErrorCode,
  VerifyBackupCodeInput,
  VerifyCodeInput,
  VerifyOtpErrorCode,
  VerifyTotpErrorCode,
} from "./inputs.ts";
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
