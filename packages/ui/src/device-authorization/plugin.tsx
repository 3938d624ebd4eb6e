/** The UI plugin for device authorization. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { DeviceScreen } from "./device-screen.tsx";
import { type DeviceTexts, deviceEn } from "./texts.ts";
import type { DeviceUi } from "./ui.ts";

/** Options for `deviceAuthorizationUi`. */
export interface DeviceAuthorizationUiOptions {
  /** Path of the page, which is `verificationUri` of the server's `deviceAuthorization()`. Default: `/device`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<DeviceTexts>;
}

/**
 * Adds the page where users enter a device's code. For apps whose server has `deviceAuthorization()` from
 * `@latchkey/device-authorization`.
 */
export function deviceAuthorizationUi(options: DeviceAuthorizationUiOptions = {}): DeviceUi {
  return createDeviceUi(options, deviceEn);
}

function createDeviceUi(options: DeviceAuthorizationUiOptions, language: DeviceTexts): DeviceUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "device-authorization",
    localize: (other) => createDeviceUi(options, other as DeviceTexts),
    isAvailable: ({ plugins }) => plugins["device-authorization"] !== undefined,
    texts,
    errors: texts.errors,
    authPages: [{ path: options.path ?? "/device", Page: DeviceScreen }],
  };
}
