/** The interface for tests and the screenshot script. */

/** The functions that tests and the screenshot script call. */
export interface GalleryWindow {
  /** All states, such as `SignIn/refused`. */
  readonly names: readonly string[];
  /** Replaces the current state. Resolves when the new one is shown. */
  show(name: string): Promise<void>;
  /** Switches the theme. Resolves when it's applied. */
  theme(name: "light" | "dark"): Promise<void>;
}

declare global {
  interface Window {
    gallery: GalleryWindow;
  }
}
