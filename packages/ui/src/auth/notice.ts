/** A message that one sign-in page leaves for the next, even across a page load. It doesn't name the user. */

import { useEffect, useState } from "react";

/** What the next page says. */
export type Notice = "passwordReset";

const storageKey = "latchkey.notice";

/** Leaves a message for the next page. */
export function leaveNotice(notice: Notice): void {
  try {
    sessionStorage.setItem(storageKey, notice);
  } catch {
    // Storage can be disabled.
  }
}

/** Returns the message of the previous page, once. */
export function useNotice(): Notice | null {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (takeNotice() === "passwordReset") setNotice("passwordReset");
  }, []);
  return notice;
}

function takeNotice(): string | null {
  try {
    const notice = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return notice;
  } catch {
    return null;
  }
}
