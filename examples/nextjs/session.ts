/** Who is asking, in server components, route handlers and actions. */

import type { ResponseCookie } from "@latchkey/core";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { auth } from "./auth";

export type Session = typeof auth.$Infer.Session;

/** The session, asked for once in a request. A page cannot set cookies, so extending it is left to the proxy. */
export const getSession = cache(
  async (): Promise<Session | null> =>
    auth.api.getSession({ headers: await requestHeaders(), query: { disableRefresh: true } }),
);

/** The session, or off to the sign-in page. */
export async function requireSession(): Promise<Session> {
  return (await getSession()) ?? redirect("/sign-in");
}

/** Hands on the cookies that a call of `auth.api` sets. For actions and route handlers alone. */
export async function setCookies(list: readonly ResponseCookie[]): Promise<void> {
  const store = await cookies();
  for (const { name, value, ...attributes } of list) store.set(name, value, attributes);
}

/** `headers()` has the cookies that came; once an action has set others, the page that follows it must go by those. */
async function requestHeaders(): Promise<Headers> {
  const all = new Headers(await headers());
  all.set("cookie", (await cookies()).toString());
  return all;
}
