/** The interface for tests and the screenshot script. */

import type { ViewSettings } from "./settings.ts";

/** The functions that tests and the screenshot script call. */
export interface GalleryWindow {
  /** All states, such as `SignIn/refused`. */
  readonly names: readonly string[];
  /** Names of the components by group. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Replaces the current state. Resolves when the new one is shown. */
  show(name: string, view?: Partial<ViewSettings>): Promise<void>;
  /** Switches the theme. Resolves when it's applied. */
  theme(name: "light" | "dark"): Promise<void>;
  /** Error responses of the current state that it doesn't define itself, such as `404 /get-session`. */
  unexpectedErrors(): readonly string[];
  /** Texts of the current state that aren't in the pseudo-language and aren't data. */
  untranslated(): readonly string[];
}

declare global {
  interface Window {
    gallery: GalleryWindow;
  }
}
