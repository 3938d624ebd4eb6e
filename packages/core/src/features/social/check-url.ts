/** Checks providers' URLs. Separate from the other checks, because every app with a provider loads this one. */

/**
 * Checks a provider's URL. This includes URLs from its discovery document, because browsers would run a `javascript:`
 * URL.
 * @param insecure whether plain http is allowed, too
 * @throws {Error} if the URL isn't allowed, or has credentials or a fragment
 */
export function checkURL(label: string, address: string, insecure: boolean): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const secure = url?.protocol === "https:" || (insecure && url?.protocol === "http:");
  if (!url || !secure || url.username || url.password || url.hash) {
    throw new Error(
      `${label} is "${address}". Use a URL that starts with https:// and has no credentials or fragment.`,
    );
  }
}
