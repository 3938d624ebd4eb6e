/** An app with an admin and other users, for the admin screens' tests. */

import { admin } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import type { Plugin } from "@latchkey/core";
import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import { adminUi } from "../src/admin/plugin.tsx";
import { startSite, type Visit, watchScreens } from "./site.tsx";

/** The UI plugins of the admin screens. */
export const plugins = [adminUi()];

/** A started app for the admin screens' tests. */
export interface AdminSite {
  /** Ann's browser. She is an admin. */
  readonly visit: Visit;
  idOf(name: string): string;
  visitOf(name: string): Visit;
  setUser(name: string, values: object): Promise<void>;
  /** Suspends a member of an organization, as a directory does. */
  suspendMember(name: string): Promise<void>;
}

/** Starts an app where Ann is an admin, with as many other users as needed. */
export async function startAdminSite(
  others: readonly string[] = ["bob"],
  more: readonly Plugin[] = [],
  options: Parameters<typeof admin>[0] = {},
  disabledPaths: readonly string[] = [],
): Promise<AdminSite> {
  const site = await startSite({ plugins: [admin(options), ...more], disabledPaths }, [adminClient()]);
  const visit = site.visit();
  const ann = (await visit.browser.signUp("ann@example.com")).body.user;
  await site.setUser(ann.id, { role: "admin" });
  const ids: Record<string, string> = { ann: ann.id };
  const visits: Record<string, Visit> = {};
  for (const name of others) {
    const other = site.visit();
    ids[name] = (await other.browser.signUp(`${name}@example.com`)).body.user.id;
    visits[name] = other;
  }
  const idOf = (name: string): string => ids[name] ?? "";
  return {
    visit,
    idOf,
    visitOf: (name) => visits[name] as Visit,
    setUser: (name, values) => site.setUser(idOf(name), values),
    suspendMember: (name) => site.suspendMember(idOf(name)),
  };
}

/** Call it once per file. */
export function prepareAdminScreens(): void {
  watchScreens();
  beforeEach(() => {
    // jsdom has no layout to scroll, and no pointers to capture.
    Element.prototype.hasPointerCapture = () => false;
    Element.prototype.scrollIntoView = () => {};
    history.replaceState(null, "", "/admin");
  });
}

/** Returns a button by its name. */
export const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

/** Returns the target of each row's first link. */
export const rows = (): readonly string[] =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("link")[0]?.getAttribute("href") ?? "");
