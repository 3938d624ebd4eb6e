/** The way back to an invitation for whoever went to sign in because of it: through a second factor, or a provider. */

import { useAuthClient } from "@latchkey/react";
import { useEffect, useRef } from "react";
import { useAuthUi } from "../../provider/context.ts";

/** In this tab alone, and as long as it is open. */
const key = "latchkey.invitation";

/** Keeps the address of an invitation's page until somebody is signed in. */
export function rememberInvitation(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Storage can be switched off: the mail still has the link.
  }
}

/** There is nothing to come back to any more: the page is shown. */
export function forgetInvitation(): void {
  recallInvitation();
}

/** The address that was kept, once. */
function recallInvitation(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return address;
  } catch {
    return null;
  }
}

/** Goes back as soon as somebody is signed in. */
export function ReturnToInvitation(): null {
  const { navigate } = useAuthUi();
  const userId = useAuthClient().useSession().data?.user.id;
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => {
    if (userId === undefined) return;
    // After the invitation's own page, which forgets it where it is the one that is shown.
    const timer = setTimeout(() => {
      const address = recallInvitation();
      if (address !== null) go.current(address);
    });
    return () => clearTimeout(timer);
  }, [userId]);
  return null;
}
