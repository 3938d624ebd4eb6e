/** Returns users to an invitation after they left to sign in, for example through 2FA or a provider. */

import { useAuthClient } from "@latchkey/react";
import { useEffect, useRef } from "react";
import { useAuthUi } from "../../provider/context.ts";

/** Key in `sessionStorage`, which lasts as long as the tab. */
const storageKey = "latchkey.invitation";

/** Stores the URL of an invitation's page until the user is signed in. */
export function rememberInvitation(address: string): void {
  try {
    sessionStorage.setItem(storageKey, address);
  } catch {
    // Storage can be disabled. The user still has the link in the email.
  }
}

/** Removes the stored URL, because the invitation's page is already showing. */
export function forgetInvitation(): void {
  consumeInvitationUrl();
}

/** Returns the stored URL and removes it. */
function consumeInvitationUrl(): string | null {
  try {
    const address = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return address;
  } catch {
    return null;
  }
}

/** Navigates to the stored invitation once the user is signed in. */
export function ReturnToInvitation(): null {
  const { navigate } = useAuthUi();
  const userId = useAuthClient().useSession().data?.user.id;
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => {
    if (userId === undefined) return;
    // Runs after the invitation's own page, which removes the URL if it's showing.
    const timer = setTimeout(() => {
      const address = consumeInvitationUrl();
      if (address !== null) go.current(address);
    });
    return () => clearTimeout(timer);
  }, [userId]);
  return null;
}
