/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const twoFactorAuditActions = [
  "two-factor.backup-code.use",
  "two-factor.backup-codes.create",
  "two-factor.begin",
  "two-factor.disable",
  "two-factor.enable",
  "two-factor.lock",
  "two-factor.reset",
  "two-factor.trust.create",
  "two-factor.trust.revoke",
  "two-factor.trust.revoke-all",
  "two-factor.verify.failed",
] as const;

/** An action that the plugin records. */
export type TwoFactorAuditAction = (typeof twoFactorAuditActions)[number];
