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

function withoutCallbackParams(): URL {
  const url = new URL(location.href);
  if (callbackParams.some((name) => url.searchParams.has(name)))
    for (const name of callbackParams) url.searchParams.delete(name);
  return url;
}
