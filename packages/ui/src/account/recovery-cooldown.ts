/** Whether the user has to wait before they can change how they sign in. */

import { useAccountState } from "./account-state.ts";

/** What `@latchkey/step-up` adds to the account's state. */
interface StateWithCooldown {
  readonly recoveryCooldownUntil?: Date | null;
}

/** The id of the notice, which is also the reason for buttons that are disabled. */
export const recoveryNoticeId = "lk-recovery-notice";

/** Returns when this session can change the user's sign-in methods again after a recovery. `null` if it can now. */
export function useRecoveryCooldown(): Date | null {
  const until = (useAccountState().data as StateWithCooldown | null)?.recoveryCooldownUntil;
  return until && until > new Date() ? until : null;
}
