/** A message that one page of the sign-in family leaves for the next, also across a page load. It names no one. */

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
