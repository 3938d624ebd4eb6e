/** The audit log actions of this plugin. */

/** Every action that the plugin records, in addition to core's. */
export const phoneNumberAuditActions = ["phone.add", "phone.pause", "phone.remove"] as const;

/** An action that the plugin records. */
export type PhoneNumberAuditAction = (typeof phoneNumberAuditActions)[number];
