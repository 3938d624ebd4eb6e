/** Remembers that a code was sent, so that its field is still there if the user reloads the page. */

const key = "latchkey.two-factor-code";

/** @param signIn identifies the pending sign-in */
export function wasCodeSent(signIn: string): boolean {
  try {
    return sessionStorage.getItem(key) === signIn;
  } catch {
    // Storage is off.
    return false;
  }
}

/** @param signIn identifies the pending sign-in */
export function rememberSentCode(signIn: string): void {
  try {
    sessionStorage.setItem(key, signIn);
  } catch {
    // Storage is off or full. After a reload, the user requests another code.
  }
}
