/** Public exports of `@latchkey/two-factor`. */

export { type TwoFactorAuditAction, twoFactorAuditActions } from "./audit-actions.ts";
export type {
  ChallengeErrorCode,
  EnableTwoFactorInput,
  NewBackupCodes,
  ReauthErrorCode,
  ReauthInput,
  RemainingBackupCodes,
  ResetTwoFactorInput,
  RevokeTrustedDeviceInput,
  SecondFactorName,
  TotpURI,
  TrustedDevice,
  TwoFactorAccountState,
  TwoFactorCalls,
  TwoFactorCapabilities,
  TwoFactorChallenge,
  TwoFactorChangeResponse,
  TwoFactorClient,
  TwoFactorEnrollment,
  TwoFactorMethod,
  TwoFactorTypes,
  VerifyBackupCodeInput,
  VerifyBackupCodeResponse,
  VerifyCodeInput,
  VerifyCodeResponse,
} from "./contract.ts";
export { twoFactorErrors } from "./errors.ts";
export { type ImportedFactors, insertFactors, isBackupCode, type PreparedFactors, prepareFactors } from "./import.ts";
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
