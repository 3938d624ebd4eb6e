/** An app where a browser can have several accounts, and helpers for its tests. */

import { sessionTable } from "@latchkey/core/plugin";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import type { MultiSessionOptions } from "../src/options.ts";
import { multiSession } from "../src/plugin.ts";

/** An account in a browser's list. */
export interface Listed {
  readonly session: { readonly token: string };
  readonly user: { readonly email: string };
}

export const list = async (person: TestBrowser) =>
  (await person.get<Listed[]>("/multi-session/list-device-sessions")).body;
export const emails = async (person: TestBrowser) => (await list(person)).map(({ user }) => user.email);
export const current = async (person: TestBrowser) =>
  (await person.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
export const handleOf = async (person: TestBrowser, email: string) =>
  (await list(person)).find(({ user }) => user.email === email)?.session.token ?? "";
export const change = (person: TestBrowser, what: "set-active" | "revoke", sessionToken: string, headers?: object) =>
  person.post<{ code?: string }>(`/multi-session/${what}`, { sessionToken }, { ...headers });

/** Starts an app. `sessions` counts those in the database. */
export async function start(options: MultiSessionOptions = {}, more: Parameters<typeof startAuth>[0] = {}) {
  const app = await startAuth({ ...more, plugins: [multiSession(options), ...(more.plugins ?? [])] });
  const sessions = () => app.auth.$context.db.count(sessionTable, {});
  return { ...app, sessions };
}
