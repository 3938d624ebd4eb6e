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
import { fill } from "../texts/texts.ts";
import { AccountApiKeys, OrganizationApiKeys } from "./api-keys.tsx";
import { apiKeyUi } from "./plugin.tsx";
import { apiKeyEn as words } from "./texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

const scopes = [
  { resource: "files", action: "read", label: "Read files" },
  { resource: "files", action: "write", label: "Change files" },
];
const plugins = [apiKeyUi({ scopes })];

async function visitAsAnn(options: object = {}) {
  const kinds = [
    { clientPermissions: () => ({ files: ["read", "write"] }), ...options },
    { configId: "org", references: "organization" },
  ] as const;
  const server = [apiKey(kinds), organization()];
  const site = await startSite({ plugins: server }, [organizationClient(), apiKeyClient()]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  return { site, visit };
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

async function createKey(person: UserEvent, name: string): Promise<string> {
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.name), name);
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: words.submit }));
  return readKey(person);
}

/** Returns the key that's shown once, and closes the dialog. */
async function readKey(person: UserEvent): Promise<string> {
  await screen.findByText(words.revealTitle);
  const { value } = await screen.findByLabelText<HTMLInputElement>(words.key);
  await person.click(screen.getByRole("button", { name: words.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(screen.queryByDisplayValue(value)).toBeNull();
  return value;
}

async function choose(person: UserEvent, name: string, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: fill(words.manage, { name }) }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

test("a key is created with permissions and an expiration, and shown once", async () => {
  const { visit } = await visitAsAnn();
  const sent: unknown[] = [];
  visit.onSend = (path, body) => {
    if (path === "/api-key/create") sent.push(body);
  };
  const { person } = visit.show(<AccountApiKeys />, { plugins });
  await screen.findByText(words.none);
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.name), "Deploy");
  await person.selectOptions(screen.getByLabelText(words.lifetime), "30 days");
  await person.click(screen.getByLabelText("Read files"));
  await person.click(within(await findDialog()).getByRole("button", { name: words.submit }));
  const key = await readKey(person);
  expect(key).toMatch(/^key_/);
  expect(sent).toEqual([{ name: "Deploy", expiresIn: 30 * 86_400, permissions: { files: ["read"] } }]);
  const item = (await screen.findByText("Deploy")).closest("li");
  expect(item?.textContent).toContain(key.slice(0, 8));
  expect(item?.textContent).toContain(words.neverUsed);
  expect(document.body.textContent).not.toContain(key);
});

test("a key is replaced, turned off and on, and deleted", async () => {
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountApiKeys />, { plugins });
  const first = await createKey(person, "CI");
  await choose(person, "CI", words.turnOff);
  await toast(words.turnedOff);
  await screen.findByText(words.off);
  await choose(person, "CI", words.turnOn);
  await toast(words.turnedOn);
  await choose(person, "CI", words.rotate);
  await person.click(within(await findDialog()).getByRole("button", { name: words.rotate }));
  expect(await readKey(person)).not.toBe(first);
  await waitFor(() => expect(screen.getAllByText("CI")).toHaveLength(2));
  const [, old] = screen.getAllByRole("button", { name: fill(words.manage, { name: "CI" }) });
  await person.click(old as HTMLElement);
  expect(await screen.findByRole("menuitem", { name: words.remove })).toBeTruthy();
  await person.keyboard("{Escape}");
  const [newest] = screen.getAllByRole("button", { name: fill(words.manage, { name: "CI" }) });
  await person.click(newest as HTMLElement);
  await person.click(await screen.findByRole("menuitem", { name: words.remove }));
  await person.click(within(await findDialog()).getByRole("button", { name: words.remove }));
  await toast(words.removed);
  await waitFor(() => expect(screen.getAllByText("CI")).toHaveLength(1));
});

test("both sections work alone on a page, with the app's styles", async () => {
  const { visit } = await visitAsAnn();
  await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const appearance = { density: "compact" } as const;
  for (const section of [<AccountApiKeys key="own" />, <OrganizationApiKeys key="shared" />]) {
    const { container, unmount } = visit.show(section, { plugins, appearance });
    const heading = await screen.findByRole("heading", { name: words.title });
    expect(heading.closest<HTMLElement>(".lk-root")?.dataset.density).toBe("compact");
    expect(container.querySelectorAll(".lk-root")).toHaveLength(1);
    unmount();
  }
});

test("at the limit, no more keys can be created, and the section says why", async () => {
  const { visit } = await visitAsAnn({ maxKeys: 1 });
  const { person } = visit.show(<AccountApiKeys />, { plugins });
  await createKey(person, "CI");
  await screen.findByText(fill(words.full, { max: "1" }));
});

test("an organization's keys are separate from the user's", async () => {
  const { visit } = await visitAsAnn();
  await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { person, unmount } = visit.show(<OrganizationApiKeys />, { plugins });
  await screen.findByText(words.textOfOrganization);
  await createKey(person, "Accounting");
  await screen.findByText("Accounting");
  unmount();
  visit.show(<AccountApiKeys />, { plugins });
  await screen.findByText(words.none);
});
