/** The door for tests, and for the script that takes pictures. */

/** What tests and the script that takes pictures call. */
export interface GalleryWindow {
  /** `SignIn/refused`: every state there is. */
  readonly names: readonly string[];
  /** Shows a state in place of the one before. Resolves once it is what it is. */
  show(name: string): Promise<void>;
  /** Resolves once it is dark, or light. */
  theme(name: "light" | "dark"): Promise<void>;
}

declare global {
  interface Window {
    gallery: GalleryWindow;
  }
}
