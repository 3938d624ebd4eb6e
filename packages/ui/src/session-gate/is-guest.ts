/** Recognizes guests, who have no sign-in method yet. */

/** Whether the user is a guest of an app with `anonymous()`. */
export function isGuest(user: object): boolean {
  return (user as { readonly isAnonymous?: boolean | null }).isAnonymous === true;
}
