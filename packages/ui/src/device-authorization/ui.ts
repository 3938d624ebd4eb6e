/** The device settings of the UI, and the client that its page needs. */

import type { DeviceCalls, DeviceClient as DeviceClientCalls } from "@latchkey/device-authorization";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { DeviceTexts } from "./texts.ts";

/** The device settings of the UI. */
export interface DeviceUi extends UiPlugin {
  readonly id: "device-authorization";
  readonly texts: DeviceTexts;
}

/** Returns the device settings. Throws if the provider lacks `deviceAuthorizationUi()`. */
export const useDeviceUi = (): DeviceUi => useUiPlugin<DeviceUi>("device-authorization", "deviceAuthorizationUi()");

/** Returns a client with the plugin's calls. */
export const useDeviceClient = (): AnyReactClient & DeviceClientCalls<DeviceCalls> =>
  useAuthClient<AnyReactClient & DeviceClientCalls<DeviceCalls>>();
