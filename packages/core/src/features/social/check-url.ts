/** Checks URLs of providers. Apart from the other checks, because every app with a provider loads it. */

/**
 * Checks a URL of a provider. Also those of its discovery document, because browsers would run a `javascript:` URL.
 * @param insecure whether it can be a plain http URL
 * @throws {Error} if it isn't an https URL, or has credentials or a fragment
 */
export function checkURL(what: string, address: string, insecure: boolean): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const secure = url?.protocol === "https:" || (insecure && url?.protocol === "http:");
  if (!url || !secure || url.username || url.password || url.hash) {
    throw new Error(`${what} is "${address}". Use a URL that starts with https:// and has no credentials or fragment.`);
  }
}
