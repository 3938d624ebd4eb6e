/** The two-factor settings of the UI, and what the server offers. */

import type { TwoFactorCapabilities } from "@latchkey/two-factor";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import type { TwoFactorTexts } from "./texts.ts";

/** The two-factor settings of the UI. */
export interface TwoFactorUi extends UiPlugin {
  readonly id: "two-factor";
  readonly texts: TwoFactorTexts;
  /** Path of `TwoFactorStep`. */
  readonly path: string;
}

/** Returns the two-factor settings. Throws if the provider lacks `twoFactorUi()`. */
export const useTwoFactorUi = (): TwoFactorUi => useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");

/** The server's defaults, for a server that doesn't say what it offers. */
const defaults: TwoFactorCapabilities = {
  totp: { digits: 6, period: 30 },
  otp: { digits: 6, expiresIn: 180, fallback: true },
  trustFor: 2_592_000,
  backupCode: { length: 11 },
};

/** Returns what the server offers. `undefined` while it's loading, and `null` for a server without the plugin. */
export function useTwoFactorCapabilities(): TwoFactorCapabilities | null | undefined {
  const capabilities = useCapabilities();
  if (capabilities === undefined) return undefined;
  return capabilities === null ? defaults : (capabilities.plugins["two-factor"] ?? null);
}
