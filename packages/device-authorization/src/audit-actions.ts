/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const deviceAuditActions = ["device-sign-in.approve", "device-sign-in.deny"] as const;

/** An action that the plugin records. */
export type DeviceAuditAction = (typeof deviceAuditActions)[number];
