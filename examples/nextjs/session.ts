/** Reads the session in server components, route handlers, and actions. */

import type { ResponseCookie } from "@latchkey/core";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { auth } from "./auth";

export type Session = typeof auth.$Infer.Session;

/** The session, read once per request. A page can't set cookies, so the proxy extends the session instead. */
export const getSession = cache(
  async (): Promise<Session | null> =>
    auth.api.getSession({ headers: await requestHeaders(), query: { disableRefresh: true } }),
);

/** Returns the session, or redirects to the sign-in page. */
export async function requireSession(): Promise<Session> {
  return (await getSession()) ?? redirect("/sign-in");
}

/** Passes on the cookies that a call to `auth.api` sets. Only for actions and route handlers. */
export async function setCookies(list: readonly ResponseCookie[]): Promise<void> {
  const store = await cookies();
  for (const { name, value, ...attributes } of list) store.set(name, value, attributes);
}

/** `headers()` only has the cookies that the browser sent. After an action sets new ones, the page must use those. */
async function requestHeaders(): Promise<Headers> {
  const all = new Headers(await headers());
  all.set("cookie", (await cookies()).toString());
  return all;
}
