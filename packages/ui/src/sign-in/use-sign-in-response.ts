/** What happens after a call that signs in. */

import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/destination.ts";

/**
 * Returns a function that finishes a sign-in with its response. Without a session, a plugin takes over, such as the one
 * for two-factor authentication.
 */
export function useSignInResponse(redirect: Redirect, onSignedIn: () => void): (response: object) => void {
  const ui = useAuthUi();
  return (response) => {
    if ((response as { readonly token?: string | null }).token) onSignedIn();
    else ui.plugins.some((plugin) => plugin.onChallenge?.({ ...response }, ui, redirect));
  };
}
