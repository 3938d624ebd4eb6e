/** A client's request in the URL of a page. */

import { safeRedirect } from "../provider/redirect.ts";

/** A client's request, as the page's query describes it. */
export interface PageRequest {
  /** The whole query, which the server checks. */
  readonly query: string;
  /** `null` when the user returns from signing in. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
  readonly loginHint: string | null;
  /** Whether the user has to choose an account. */
  readonly selectsAccount: boolean;
}

/** Returns the request in a page's query, or `null`. Only the server can tell whether it's genuine. */
export function readPageRequest(params: URLSearchParams): PageRequest | null {
  if (!params.get("rid") || !params.get("sig")) return null;
  return {
    query: params.toString(),
    clientId: params.get("client_id"),
    scopes: (params.get("scope") ?? "").split(" ").filter((scope) => scope !== ""),
    loginHint: params.get("login_hint"),
    selectsAccount: (params.get("prompt") ?? "").split(" ").includes("select_account"),
  };
}

/**
 * Returns the path that continues the request after a sign-in. It only has the request's id, its signature, and whether
 * an account must be chosen, so that it fits into links in emails. `null` if the path isn't a safe destination.
 */
export function resumePath(consentPath: string, { query, selectsAccount }: PageRequest): string | null {
  const params = new URLSearchParams(query);
  const kept = new URLSearchParams({ rid: params.get("rid") ?? "", sig: params.get("sig") ?? "" });
  // A user who signs in at this point has chosen an account.
  if (selectsAccount) kept.set("prompt", "select_account");
  return safeRedirect(`${consentPath}?${kept}`);
}
