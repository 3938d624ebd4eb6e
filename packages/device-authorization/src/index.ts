/** Public exports of `@latchkey/device-authorization`. */

export { type DeviceAuditAction, deviceAuditActions } from "./audit-actions.ts";
export {
  type DecideDeviceInput,
  type DeviceCalls,
  type DeviceCapabilities,
  type DeviceClient,
  type DeviceCode,
  type DeviceRequest,
  type DeviceRequestQuery,
  type DeviceToken,
  type DeviceTokenInput,
  type DeviceTypes,
  deviceGrantType,
  type RequestDeviceCodeInput,
} from "./contract.ts";
export { deviceErrors } from "./errors.ts";
export type { DeviceAuthorizationOptions, DeviceClientOptions } from "./options.ts";
export { type DeviceAuthorizationPlugin, deviceAuthorization } from "./plugin.ts";
export { type DeviceCodeRow, type DeviceStatus, deviceCodeTable } from "./tables.ts";
