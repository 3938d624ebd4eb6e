/** Public exports of `@latchkey/step-up`. */

export { type StepUpAuditAction, stepUpAuditActions } from "./audit-actions.ts";
export type {
  AssuranceResponse,
  ForgetDeviceInput,
  KnownDevice,
  NotMeInput,
  ReportedSignIn,
  StepUpAccountState,
  StepUpCalls,
  StepUpCapabilities,
  StepUpClient,
  StepUpTypes,
} from "./contract.ts";
export { stepUpErrors } from "./errors.ts";
export type { NewSignInMail, StepUpOptions } from "./options.ts";
export { type StepUpPlugin, stepUp } from "./plugin.ts";
export { stepUpColumns, type UserWithRecovery } from "./tables.ts";
