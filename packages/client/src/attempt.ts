/** Callbacks of the app's own. */

/** Runs one. What it throws is logged: it's the app's to see, but not the caller's to catch. */
export function attempt(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error(error);
  }
}
