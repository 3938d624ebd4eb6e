/** Assembles the device authorization plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { deviceAuditActions } from "./audit-actions.ts";
import type { DeviceTypes } from "./contract.ts";
import { approveDevice, denyDevice, getDeviceRequest } from "./decide.ts";
import { deviceErrors } from "./errors.ts";
import { type DeviceAuthorizationOptions, resolveDevice } from "./options.ts";
import { requestDeviceCode } from "./request.ts";
import { findApproved, removeExpiredRequests, revokeApproved, spendApproved } from "./store.ts";
import { deviceCodeTable } from "./tables.ts";
import { getDeviceToken } from "./token.ts";

/** The plugin that `deviceAuthorization` returns. */
export interface DeviceAuthorizationPlugin extends Plugin<DeviceTypes> {
  readonly id: "device-authorization";
}

/**
 * Lets users sign in on a device without a keyboard or a browser, such as a TV or a command line: the device shows a
 * code, and the user enters it where they're signed in. RFC 8628.
 *
 * @throws {Error} if an option is invalid
 */
export function deviceAuthorization(options: DeviceAuthorizationOptions = {}): DeviceAuthorizationPlugin {
  const settings = resolveDevice(options);
  const { userCodeLength, requireTypedCode } = settings;
  return definePlugin<DeviceAuthorizationPlugin>({
    id: "device-authorization",
    tables: [deviceCodeTable],
    endpoints: {
      requestDeviceCode: requestDeviceCode(settings),
      getDeviceToken,
      getDeviceRequest,
      approveDevice,
      denyDevice,
    },
    errors: deviceErrors,
    auditActions: deviceAuditActions,
    provides: {
      deviceGrants: {
        find: (context, code, clientId) => findApproved(context, code, clientId, clientId),
        spend: spendApproved,
        revoke: revokeApproved,
      },
    },
    maintenanceJobs: { removeExpiredDeviceCodes: removeExpiredRequests },
    capabilities: (_, isCallable) =>
      isCallable("approveDevice") ? { plugin: { userCodeLength, requireTypedCode } } : {},
  });
}
