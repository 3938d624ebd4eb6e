/** This plugin's audit log actions. */

/** Every action that the plugin records. */
export const billingAuditActions = [
  "billing.customer.claim",
  "billing.customer.link",
  "billing.subscription.cancel",
  "billing.subscription.resume",
  "billing.subscription.change",
  "billing.subscription.undo-change",
] as const;

/** An action that the plugin records. */
export type BillingAuditAction = (typeof billingAuditActions)[number];
