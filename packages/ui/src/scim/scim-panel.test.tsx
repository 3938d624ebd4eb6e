// @vitest-environment jsdom

import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { type ScimOptions, scim } from "@latchkey/scim";
import { scimClient } from "@latchkey/scim/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Organization } from "../organization/organization.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { organizationEn } from "../organization/texts.ts";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { scimUi } from "./plugin.tsx";
import { ScimPanel } from "./scim-panel.tsx";
import { scimEn as words } from "./texts.ts";

history.replaceState(null, "", "/organization#directory");

watchScreens();

const plugins = [organizationUi(), scimUi()];

/** Ann owns Acme. */
async function start(options: ScimOptions = {}) {
  const site = await startSite({ plugins: [organization({ teams: { enabled: true } }), scim(options)] }, [
    organizationClient(),
    scimClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { id } = (await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" }))
    .body;
  await visit.browser.post("/organization/create-team", { name: "Platform", organizationId: id });
  const asMember = async (role: string) => {
    const other = site.visit();
    const { body } = await other.browser.signUp("mia@example.com");
    await site.call("addMember", { organizationId: id, userId: body.user.id, role });
    await other.browser.post("/organization/set-active", { organizationId: id });
    return other;
  };
  /** Sends a request like a directory. */
  const send = async (token: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await site.browser().send(`/scim/v2${path}`, init)).status;
  };
  return { visit, acme: id, asMember, send };
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

async function choose(person: UserEvent, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: fill(words.manage, { name: "Okta" }) }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

/** Returns the shown token, and closes the dialog. */
async function takeToken(person: UserEvent): Promise<string> {
  await screen.findByText(words.revealTitle);
  const { value } = screen.getByLabelText<HTMLInputElement>(words.token);
  await person.click(screen.getByRole("button", { name: words.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  return value;
}

async function connect(person: UserEvent): Promise<string> {
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.name), "Okta");
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
  return takeToken(person);
}

test("a directory is connected with its token shown once, changed, turned off, and deleted", async () => {
  const { visit, send } = await start();
  const { person } = visit.show(<Organization />, { plugins });
  await screen.findByText(words.none);
  const token = await connect(person);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: words.create }));
  expect(document.body.textContent).not.toContain(token);
  await screen.findByText(new RegExp(words.noRequests));
  expect(await send(token, "GET", "/Users")).toBe(200);

  await choose(person, words.edit);
  const options = within(await screen.findByLabelText(words.role)).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["Admin", "Member"]);
  await person.selectOptions(screen.getByLabelText(words.role), "admin");
  await person.selectOptions(screen.getByLabelText(words.leavers), words.removeMembers);
  await person.click(within(await findDialog()).getByRole("button", { name: en.save }));
  await toast(words.saved);
  await screen.findByText(/^Admin$/);

  await choose(person, words.replace);
  await person.click(within(await findDialog()).getByRole("button", { name: words.replace }));
  const next = await takeToken(person);
  expect([next === token, await send(next, "GET", "/Users")]).toEqual([false, 200]);

  await choose(person, words.turnOff);
  await toast(words.turnedOff);
  await screen.findByText(words.off);
  expect(await send(next, "GET", "/Users")).toBe(401);
  await choose(person, words.turnOn);
  await toast(words.turnedOn);

  await choose(person, words.remove);
  await person.click(within(await findDialog()).getByRole("button", { name: words.remove }));
  await toast(words.removed);
  await screen.findByText(words.none);
});

test("the details show requests, map groups to roles, and revoke tokens", async () => {
  const { visit, send } = await start();
  const { person } = visit.show(<ScimPanel />, { plugins });
  const token = await connect(person);
  expect(await send(token, "POST", "/Groups", { displayName: "Engineers" })).toBe(201);
  expect(await send(token, "PATCH", "/Groups/unknown", {})).toBeGreaterThanOrEqual(400);
  await choose(person, words.view);
  const panel = await findDialog();
  await within(panel).findByText("POST /Groups");
  const role = await within(panel).findByLabelText(fill(words.roleOf, { group: "Engineers" }));
  within(panel).getByText(organizationEn.members.role, { selector: ".lk-label" });
  within(panel).getByText(organizationEn.members.team, { selector: ".lk-label" });
  await person.selectOptions(role, "admin");
  await toast(words.roleSaved);
  const team = within(panel).getByLabelText(fill(words.teamOf, { group: "Engineers" }));
  await person.selectOptions(team, "Platform");
  await toast(words.teamSaved);
  const revoke = within(panel).getByRole("button", { name: fill(words.revokeToken, { token: token.slice(0, 9) }) });
  await person.click(revoke);
  await person.click(await screen.findByRole("button", { name: words.revoke, hidden: false }));
  await toast(words.revoked);
  await within(panel).findByText(words.noTokens);
  expect(await send(token, "GET", "/Users")).toBe(401);

  // No token is replaced, so no confirmation is needed.
  visit.isOffline = true;
  await person.click(within(panel).getByRole("button", { name: words.step.create }));
  expect((await within(panel).findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(within(panel).getByRole("button", { name: words.step.create }));
  expect(await send(await takeToken(person), "GET", "/Users")).toBe(200);
  await choose(person, words.view);
  await person.click(within(await findDialog()).getByRole("button", { name: words.replace }));
  await screen.findByText(words.replaceTitle);
});

test("at the limit, the button says that the organization can't have more directories", async () => {
  const { visit } = await start({ maxConnections: 1 });
  const { person } = visit.show(<ScimPanel />, { plugins });
  await connect(person);
  await screen.findByText(fill(words.full, { max: "1" }));
  expect(screen.getByRole("button", { name: words.create }).getAttribute("aria-disabled")).toBe("true");
});

test("an admin can view directories but not change them", async () => {
  const { visit, asMember } = await start();
  const owner = visit.show(<ScimPanel />, { plugins });
  await connect(owner.person);
  owner.unmount();
  const admin = await asMember("admin");
  const seen = admin.show(<ScimPanel />, { plugins });
  await screen.findByText("Okta");
  expect(screen.queryByRole("button", { name: words.create })).toBeNull();
  await seen.person.click(screen.getByRole("button", { name: fill(words.manage, { name: "Okta" }) }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([words.view]);
  seen.unmount();
});

test("members without the permission don't have the section", async () => {
  const { asMember } = await start();
  const mia = await asMember("member");
  mia.show(<Organization />, { plugins });
  await screen.findByRole("link", { name: /Members/ });
  expect(screen.queryByRole("link", { name: words.title })).toBeNull();
  expect(mia.refused).toEqual([]);
});
