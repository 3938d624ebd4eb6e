/** Going where an answer says. */

/**
 * A target as it may be navigated to: a path on the page's own origin, an absolute address elsewhere, `null` for what
 * is not a web address. What comes back is what was parsed, never the text itself: browsers drop tabs, newlines and
 * leading control characters before they read a scheme.
 */
export function webTarget(url: string): string | null {
  const page = globalThis.location?.href ?? "http://localhost";
  try {
    const { origin, protocol, href, pathname, search, hash } = new URL(url, page);
    if (protocol !== "http:" && protocol !== "https:") return null;
    // A path of two slashes would name another host.
    return origin === new URL(page).origin && !pathname.startsWith("//") ? pathname + search + hash : href;
  } catch {
    return null;
  }
}

/** Navigates, if the target is a web address. */
export function goTo(url: string, navigate: ((url: string) => void) | undefined): void {
  const target = webTarget(url);
  if (target === null) return;
  if (navigate) navigate(target);
  else globalThis.location?.assign(target);
}
