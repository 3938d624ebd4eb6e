// @vitest-environment jsdom

import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { usePasskeys } from "../../test/passkeys.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { fill } from "../texts/texts.ts";
import { passkeyUi } from "./plugin.tsx";
import { passkeyEn } from "./texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

const { settings, errors } = passkeyEn;
const plugins = [passkeyUi()];

async function visitAsAnn() {
  const site = await startSite({ plugins: [passkey()] }, [passkeyClient()]);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  return { site, visit, user };
}

const addButton = (): Promise<HTMLElement> => screen.findByRole("button", { name: settings.add });
const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

async function openMenu(person: UserEvent, name: string, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: fill(settings.manage, { name }) }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

test("a passkey can be added, renamed, and removed, and focus stays in the row", async () => {
  const device = usePasskeys();
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await screen.findByText(settings.none);
  await person.click(await addButton());
  await toast(settings.addedDone);
  expect(device.passkeys).toHaveLength(1);
  const [item] = await screen.findAllByText(settings.unnamed);
  expect(item?.closest("li")?.textContent).toContain(settings.notSynced);

  await openMenu(person, settings.unnamed, settings.rename);
  const field = await screen.findByLabelText<HTMLInputElement>(settings.name);
  expect([document.activeElement, field.maxLength]).toEqual([field, 64]);
  await person.clear(field);
  await person.type(field, "Blue key{Enter}");
  await screen.findByText("Blue key");
  await waitFor(() => expect(queryDialog()).toBeNull());

  await openMenu(person, "Blue key", settings.remove);
  const dialog = within(await findDialog());
  dialog.getByText(fill(settings.removeTitle, { name: "Blue key" }));
  await person.click(dialog.getByRole("button", { name: settings.remove }));
  await toast(settings.removed);
  await screen.findByText(settings.none);
  await waitFor(async () => expect(document.activeElement).toBe(await addButton()));
});

test("adding a passkey on a device that already has one shows a message", async () => {
  usePasskeys();
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await person.click(await addButton());
  await toast(settings.addedDone);
  await person.click(await addButton());
  await screen.findByText(errors.ALREADY_REGISTERED as string);
});

test("the only sign-in method can't be removed, and the row says why", async () => {
  usePasskeys();
  const { site, visit, user } = await visitAsAnn();
  await site.removePassword(user.id);
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await person.click(await addButton());
  await toast(settings.addedDone);
  const reason = await screen.findByText(settings.last);
  const menu = screen.getByRole("button", { name: fill(settings.manage, { name: settings.unnamed }) });
  expect(menu.getAttribute("aria-describedby")).toBe(reason.id);
  await person.click(menu);
  expect((await screen.findByRole("menuitem", { name: settings.remove })).getAttribute("aria-disabled")).toBe("true");
});

test("without WebAuthn, a user without passkeys has no row", async () => {
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(visit.answered).toContain("/passkey/list-user-passkeys"));
  expect(screen.queryByText(settings.title)).toBeNull();
  expect(person).toBeTruthy();
});

test("a server without passkeys has no row", async () => {
  usePasskeys();
  const visit = (await startSite({}, [passkeyClient()])).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(visit.answered).toContain("/account-state"));
  expect(screen.queryByText(settings.title)).toBeNull();
  expect(visit.asked).not.toContain("/passkey/list-user-passkeys");
});
