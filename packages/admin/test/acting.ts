/** An admin who impersonates a user. */

import type { AdminOptions } from "../src/options.ts";
import { type Person, startAdmin } from "./admin-app.ts";

export interface Read {
  readonly session: { readonly token: string; readonly impersonatedBy: string | null; readonly expiresAt: string };
  readonly user: { readonly id: string };
}

export const read = async (browser: Pick<Person, "get">): Promise<Read | null> =>
  (await browser.get<Read | null>("/get-session")).body;

export async function acting(options: AdminOptions = {}, appOptions: object = {}) {
  const app = await startAdmin(options, appOptions);
  const bob = await app.person("bob");
  const before = new Map(app.root.cookies);
  const begun = await app.root.post<Read>("/admin/impersonate-user", { userId: bob.id });
  return { ...app, bob, before, begun };
}

/** Replaces a browser's cookies. */
export function withCookies(browser: Person, cookies: ReadonlyMap<string, string>): void {
  browser.cookies.clear();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
}
