// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { LinkedAccountsCard } from "./linked-accounts-card.tsx";

watchScreens();

async function visitAsAnn(): Promise<Visit> {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

test("email and password is called so, with the day it began", async () => {
  const visit = await visitAsAnn();
  visit.show(<LinkedAccountsCard />);
  const row = await screen.findByRole("listitem");
  const today = new Date().toLocaleDateString("en", { dateStyle: "long" });
  expect(row.textContent).toBe(`Email and passwordSince ${today}`);
});

test("a provider without a name of its own is called by its id", async () => {
  const visit = await visitAsAnn();
  visit.show(<LinkedAccountsCard />, { texts: { ...en, linkedAccounts: { ...en.linkedAccounts, providers: {} } } });
  expect((await screen.findByRole("listitem")).textContent).toMatch(/^Credential/);
});

test("a list that cannot be read is said so, and can be tried again", async () => {
  const visit = await visitAsAnn();
  const release = visit.hold("/list-accounts");
  const { person } = visit.show(<LinkedAccountsCard />);
  await screen.findByText("Loading…");
  visit.isOffline = true;
  release();
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The server cannot be reached/);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("listitem");
  expect(screen.queryByRole("alert")).toBeNull();
});
