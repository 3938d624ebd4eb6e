/** Where to go after sign-in. The destination travels in the query, as `?redirectTo=`. */

import { useRef } from "react";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "./context.ts";
import type { AuthUi, Redirect, SignInRequest } from "./types.ts";

/** Name of the query parameter. */
export const redirectParam = "redirectTo";

/** Parameters that the server adds to the URL that it redirects back to. They aren't part of a destination. */
export const callbackParams: readonly string[] = ["error", "error_description", "twoFactorRedirect"];

/** The server accepts links of up to 2048 characters, and the destination becomes part of a link. */
const maxLength = 2000;

/**
 * Returns the value if it's a path of this origin, or else `null`. Anyone can put a destination into a link, so check
 * every one before you use it. The query and the hash can contain anything, because they can't change the origin.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  if (!value || value.length > maxLength || isUnsafeText(value)) return null;
  const path = value.split(/[?#]/, 1)[0] as string;
  // Servers, proxies, and routers decode paths, some of them more than once.
  return path.startsWith("/") && decodings(path)?.every(isPlainPath) ? value : null;
}

/** Browsers drop control characters from URLs and read a backslash as a slash. */
function isUnsafeText(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\]/u.test(text);
}

function isPlainPath(path: string): boolean {
  // Some software replaces full-width characters with plain ones.
  const plain = path.normalize("NFKC");
  if (isUnsafeText(plain) || plain.includes("//")) return false;
  // Browsers remove these segments, and the rest can start with two slashes.
  return !plain.split("/").some((segment) => segment === "." || segment === "..");
}

/** Returns the path as given and each time it's decoded, or `null` if that fails or takes too many steps. */
function decodings(path: string): readonly string[] | null {
  try {
    decodeURIComponent(path);
  } catch {
    return null;
  }
  const all = [path];
  for (let latest = path; ; ) {
    const next = decode(latest);
    if (next === latest) return all;
    if (all.push(next) > 5) return null;
    latest = next;
  }
}

/** An escaped percent sign can leave text that isn't valid UTF-8. Then only ASCII characters are decoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  }
}

/** Returns the current page as a destination, or `null` if its path isn't a safe one. */
export function currentPath(): string | null {
  const url = new URL(location.href);
  if (callbackParams.some((name) => url.searchParams.has(name)))
    for (const name of callbackParams) url.searchParams.delete(name);
  return safeRedirect((url.pathname + url.search + url.hash).replaceAll("\\", "%5C"));
}

/** Adds a destination to a path or URL. Returns it unchanged for `null`, or if the result would be too long. */
export function withRedirect(path: string, destination: string | null): string {
  if (destination === null) return path;
  const [, beforeHash = "", hash = ""] = /^([^#]*)(.*)$/s.exec(path) ?? [];
  const [base = "", query = ""] = beforeHash.split("?", 2);
  const params = new URLSearchParams(query);
  params.set(redirectParam, destination);
  const result = `${base}?${params}${hash}`;
  return result.length > maxLength ? path : result;
}

/** Options for `useRedirect`. */
export interface UseRedirectOptions {
  /** Query string with the destination. Default: the current page's query. */
  readonly search?: string | undefined;
  /** The destination that the app sets. It replaces the one in the query. */
  readonly redirectTo?: string | undefined;
}

/** Reads the destination of a sign-in, and carries it to the other pages. */
export function useRedirect({ search, redirectTo }: UseRedirectOptions = {}): Redirect {
  const { paths, navigate, plugins } = useAuthUi();
  const query = useSearchParams(search);
  const found = safeRedirect(redirectTo ?? query?.get(redirectParam) ?? signInRequestOf(plugins, query)?.destination);
  // A form can remove the query from the URL before the user submits it, and a router can drop it.
  const kept = useRef(found);
  if (found !== null) kept.current = found;
  const requested = leadsBack(kept.current, paths.signIn, paths.signUp) ? null : kept.current;
  const destination = requested ?? paths.home;
  return {
    requested,
    destination,
    carry: (path) => withRedirect(path, requested),
    finish: () => navigate(destination),
  };
}

/** Returns what the page was opened for, such as another app's request. */
export function useSignInRequest(search?: string): SignInRequest | null {
  const { plugins } = useAuthUi();
  return signInRequestOf(plugins, useSearchParams(search));
}

/** Returns the first plugin's request that a sign-in page was opened for. */
function signInRequestOf(plugins: AuthUi["plugins"], params: URLSearchParams | null): SignInRequest | null {
  if (params === null) return null;
  for (const plugin of plugins) {
    const request = plugin.readSignInRequest?.(params);
    if (request) return request;
  }
  return null;
}

/** Whether the destination is one of these sign-in pages, where the user would have to sign in again. */
function leadsBack(destination: string | null, ...pages: readonly string[]): boolean {
  const path = destination?.split(/[?#]/, 1)[0];
  return path !== undefined && pages.some((page) => page.split(/[?#]/, 1)[0] === path);
}
