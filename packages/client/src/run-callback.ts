/** Runs the app's callbacks. */

/** Runs a callback and logs what it throws, so that a bug in it doesn't break the call. */
export function runCallback(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error(error);
  }
}
