/** Where users get help from the app's team. */

import { isEmail } from "../primitives/email-list-field.tsx";

/**
 * Returns the link for the provider's `supportContact`. `null` if there's none.
 * @throws {Error} if it's neither an email address nor a URL
 */
export function supportLink(contact: string | undefined): string | null {
  if (contact === undefined) return null;
  if (isWebUrl(contact)) return contact;
  // With a colon or slash, it's a URL with another scheme, such as `mailto:help@example.com`.
  if (isEmail(contact) && !/[:/]/.test(contact)) return `mailto:${encodeURIComponent(contact).replace("%40", "@")}`;
  throw new Error(
    `AuthUiProvider: supportContact is "${contact}". Set it to an email address or to a URL that starts with https:// or http://.`,
  );
}

function isWebUrl(text: string): boolean {
  try {
    return /^https?:\/\//i.test(text) && new URL(text).hostname !== "";
  } catch {
    return false;
  }
}
