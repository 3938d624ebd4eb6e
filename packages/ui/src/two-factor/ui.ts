/** Gives two-factor components access to the two-factor settings. */

import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { TwoFactorTexts } from "./texts.ts";

/** A method that the server supports. */
export type TwoFactorMethod = "totp" | "otp";

/** The two-factor settings of the UI. */
export interface TwoFactorUi extends UiPlugin {
  readonly id: "two-factor";
  readonly texts: TwoFactorTexts;
  readonly methods: readonly TwoFactorMethod[];
  /** Path of `TwoFactorStep`. */
  readonly path: string;
}

/** Returns the two-factor settings. Throws if the provider lacks `twoFactorUi()`. */
export const useTwoFactorUi = (): TwoFactorUi => useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");
