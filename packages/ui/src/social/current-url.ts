/** The page's URL, as a URL to return to. */

/** Query parameters that a failed callback adds. */
const callbackParams = ["error", "error_description"];

/** Returns an absolute URL, so that the user comes back to this host even if the auth server is elsewhere. */
export function currentUrl(): string {
  return withoutCallbackParams().href;
}

/** Returns the URL of an app path on this page's host. */
export function appUrl(path: string): string {
  return new URL(path, location.href).href;
}

/** Removes the callback's parameters from the URL, so that a reload or a shared link doesn't show the error again. */
export function removeCallbackParams(): void {
  history.replaceState(history.state, "", withoutCallbackParams());
}

function withoutCallbackParams(): URL {
  const url = new URL(location.href);
  if (callbackParams.some((name) => url.searchParams.has(name)))
    for (const name of callbackParams) url.searchParams.delete(name);
  return url;
}
