/** The audit log actions of this plugin. */

/** Every action that the plugin records, in addition to core's. */
export const stepUpAuditActions = ["device.create", "device.delete", "session.report"] as const;

/** An action that the plugin records. */
export type StepUpAuditAction = (typeof stepUpAuditActions)[number];
