/** Navigates to URLs from responses, if they are safe. */

/**
 * Returns a URL that is safe to navigate to: a path on the page's origin, or an absolute URL elsewhere. `null` if it
 * isn't a web URL. Returns the parsed URL instead of the input, because browsers drop tabs, newlines, and leading
 * control characters before they read the scheme.
 */
export function toSafeUrl(url: string): string | null {
  const page = globalThis.location?.href ?? "http://localhost";
  try {
    const { origin, href } = new URL(url, page);
    if (!/^https?:/.test(href)) return null;
    const path = href.slice(origin.length);
    // A path that starts with two slashes would point to a different host.
    return origin === new URL(page).origin && !path.startsWith("//") ? path : href;
  } catch {
    return null;
  }
}

/** Navigates if the URL is an `http:` or `https:` URL. Otherwise does nothing. */
export function redirectTo(url: string, navigate: ((url: string) => void) | undefined): void {
  const target = toSafeUrl(url);
  if (target === null) return;
  if (navigate) navigate(target);
  else globalThis.location?.assign(target);
}
