/** The page's own address, as a place to come back to. */

/** What a callback leaves behind `?` when it is refused. */
const left = ["error", "error_description"];

/** Whole, so that it is this page's host that one comes back to, wherever the auth server is. */
export function here(): string {
  return cleaned().href;
}

/** A path of the app, on this page's host. */
export function there(path: string): string {
  return new URL(path, location.href).href;
}

/** Takes what a callback left out of the address: reloading, or sharing it, does not say it again. */
export function cleanAddress(): void {
  history.replaceState(history.state, "", cleaned());
}

function cleaned(): URL {
  const url = new URL(location.href);
  if (left.some((name) => url.searchParams.has(name))) for (const name of left) url.searchParams.delete(name);
  return url;
}
