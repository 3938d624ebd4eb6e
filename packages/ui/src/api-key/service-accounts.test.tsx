// @vitest-environment jsdom

import { apiKey } from "@latchkey/api-key";
import { apiKeyClient } from "@latchkey/api-key/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Organization } from "../organization/organization.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { OrganizationApiKeys } from "./api-keys.tsx";
import { apiKeyUi } from "./plugin.tsx";
import { apiKeyEn } from "./texts.ts";

history.replaceState(null, "", "/organization#service-accounts");

watchScreens();

const { serviceAccounts: words, errors } = apiKeyEn;
const plugins = [organizationUi(), apiKeyUi()];

async function start() {
  const kinds = [{}, { configId: "org", references: "organization" }] as const;
  const site = await startSite({ plugins: [organization(), apiKey(kinds)] }, [organizationClient(), apiKeyClient()]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { id } = (await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" }))
    .body;
  const verify = (key: string) => site.call<{ valid: boolean }>("verifyApiKey", { key });
  return { site, visit, acme: id, verify };
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

async function createAccount(person: UserEvent, name: string, role: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.name), name);
  await person.selectOptions(screen.getByLabelText(words.role), role);
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
}

async function choose(person: UserEvent, name: string, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: fill(words.manage, { name }) }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

test("a service account gets a role and a key, which stops working when the account is turned off or deleted", async () => {
  const { visit, verify } = await start();
  const { person, unmount } = visit.show(<Organization />, { plugins });
  await screen.findByText(words.none);
  await createAccount(person, "Importer", "Admin");
  await toast(words.created);
  const item = (await screen.findByText("Importer")).closest("li") as HTMLElement;
  within(item).getByText("Admin");
  await choose(person, "Importer", words.createKey);
  await person.type(await screen.findByLabelText(apiKeyEn.name), "Nightly");
  await person.click(within(await findDialog()).getByRole("button", { name: apiKeyEn.submit }));
  await screen.findByText(apiKeyEn.revealTitle);
  const { value: key } = screen.getByLabelText<HTMLInputElement>(apiKeyEn.key);
  await person.click(screen.getByRole("button", { name: apiKeyEn.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(await verify(key)).toMatchObject({ valid: true });
  await choose(person, "Importer", words.turnOff);
  await toast(words.turnedOff);
  await screen.findByText(words.off);
  expect(await verify(key)).toMatchObject({ valid: false });
  await choose(person, "Importer", words.turnOn);
  await toast(words.turnedOn);
  expect(await verify(key)).toMatchObject({ valid: true });
  unmount();
  const keys = visit.show(<OrganizationApiKeys />, { plugins });
  await screen.findByText(fill(apiKeyEn.ofServiceAccount, { name: "Importer" }));
  keys.unmount();
  const again = visit.show(<Organization />, { plugins });
  await choose(again.person, "Importer", words.remove);
  await again.person.click(within(await findDialog()).getByRole("button", { name: words.remove }));
  await toast(words.removed);
  await screen.findByText(words.none);
  expect(await verify(key)).toMatchObject({ valid: false });
});

test("a taken name is rejected at the field, and another name and role can be saved", async () => {
  const { visit } = await start();
  const { person } = visit.show(<Organization />, { plugins });
  await createAccount(person, "Importer", "Member");
  await screen.findByText("Importer");
  await createAccount(person, "Importer", "Member");
  await screen.findByText(errors.NAME_TAKEN ?? "");
  await person.clear(screen.getByLabelText(words.name));
  await person.type(screen.getByLabelText(words.name), "Exporter");
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
  await choose(person, "Exporter", words.edit);
  await person.selectOptions(await screen.findByLabelText(words.role), "Admin");
  await person.click(within(await findDialog()).getByRole("button", { name: en.save }));
  await toast(words.saved);
  const item = screen.getByText("Exporter").closest("li") as HTMLElement;
  await within(item).findByText("Admin");
});

test("APIK-07: an admin can't turn off a service account with more permissions, and members don't have the section", async () => {
  const { site, visit, acme } = await start();
  await visit.browser.post("/service-account/create", { name: "Importer", role: "owner", organizationId: acme });
  const join = async (email: string, role: string) => {
    const guest = site.visit();
    const { body } = await guest.browser.signUp(email);
    await site.call("addMember", { organizationId: acme, userId: body.user.id, role });
    await guest.browser.post("/organization/set-active", { organizationId: acme });
    return guest;
  };
  const bob = await join("bob@example.com", "admin");
  const mia = await join("mia@example.com", "member");
  const { person, unmount } = bob.show(<Organization />, { plugins });
  await choose(person, "Importer", words.turnOff);
  await screen.findByText(errors.INSUFFICIENT_API_KEY_PERMISSIONS ?? "");
  unmount();
  mia.show(<Organization />, { plugins });
  await screen.findByRole("heading", { name: "Acme" });
  expect(screen.queryByRole("link", { name: words.title })).toBeNull();
});
