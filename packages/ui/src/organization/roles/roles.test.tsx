// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization" }

import { defaultStatements, organization, organizationErrors, roleStatements } from "@latchkey/organization";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ac, type Company, good, startCompany } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { builtIn, describePermissions } from "./permissions.ts";
import { RolesCard } from "./roles-card.tsx";
import { roleErrors, roles as texts } from "./texts.ts";

watchScreens();

const card = <RolesCard />;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const openDialog = async () => within(await findDialog());
type Dialog = Awaited<ReturnType<typeof openDialog>>;
const box = (dialog: Dialog, resource: string, action: string): HTMLInputElement =>
  within(dialog.getByRole("group", { name: resource })).getByRole("checkbox", { name: action });

async function giveRole({ of }: Company, name: string, role: string): Promise<void> {
  const { organization: calls } = of("ann").client;
  const { members } = await good(calls.listMembers());
  const member = members.find(({ userId }) => userId === of(name).userId);
  await good(calls.updateMemberRole({ memberId: member?.id ?? "", role }));
}

const stored = async ({ of }: Company): Promise<unknown> =>
  (await good(of("ann").client.organization.listRoles())).map(({ role, permission }) => [role, permission]);

test("a role is made of resources and actions, changed, and deleted", async () => {
  const company = await startCompany();
  const { person } = company.of("ann").show(card);
  await screen.findByText(texts.empty);
  await person.click(await button(texts.create));
  const dialog = await openDialog();
  await person.type(dialog.getByLabelText(texts.name), "editor");
  await person.click(box(dialog, "project", "Create"));
  await person.click(box(dialog, "Invitations", "Invite"));
  await person.click(dialog.getByRole("button", { name: texts.create }));
  await screen.findByText(fill(texts.created, { role: "editor" }));
  await waitFor(async () => expect(document.activeElement).toBe(await button(texts.create)));
  screen.getByText("Invitations: Invite");
  screen.getByText("project: Create");
  expect(await stored(company)).toEqual([["editor", { invitation: ["create"], project: ["create"] }]]);
  await person.click(await button(fill(texts.editLabel, { role: "editor" })));
  const again = await openDialog();
  expect(box(again, "project", "Create").checked).toBe(true);
  await person.click(box(again, "project", "Create"));
  await person.click(box(again, "Teams", "Change"));
  await person.type(again.getByLabelText(texts.name), "s");
  await person.click(again.getByRole("button", { name: en.save }));
  await screen.findByText(fill(texts.saved, { role: "editors" }));
  expect(await stored(company)).toEqual([["editors", { invitation: ["create"], team: ["update"] }]]);
  await person.click(await button(fill(texts.removeLabel, { role: "editors" })));
  await person.click((await openDialog()).getByRole("button", { name: texts.remove }));
  const done = await screen.findByText(fill(texts.removed, { role: "editors" }));
  await waitFor(() => expect(document.activeElement).toBe(done));
  await screen.findByText(texts.empty);
  expect(await stored(company)).toEqual([]);
});

test("people are offered what they may do themselves, and change no role beyond it", async () => {
  const company = await startCompany({ bob: "admin" });
  const { organization: calls } = company.of("ann").client;
  await good(calls.createRole({ role: "closer", permission: { organization: ["delete"] } }));
  await good(calls.createRole({ role: "editor", permission: { project: ["create"] } }));
  await giveRole(company, "bob", "admin,editor");
  const { person } = company.of("bob").show(card);
  await button(fill(texts.editLabel, { role: "editor" }));
  screen.getByText(texts.own);
  screen.getByText(texts.beyond);
  expect(screen.queryByRole("button", { name: fill(texts.editLabel, { role: "closer" }) })).toBeNull();
  await person.click(await button(texts.create));
  const dialog = await openDialog();
  const offered = (resource: string): readonly (string | null)[] =>
    within(dialog.getByRole("group", { name: resource }))
      .getAllByRole("checkbox")
      .map((one) => one.getAttribute("name"));
  expect(offered("Organization")).toEqual(["organization:update"]);
  expect(offered("project")).toEqual(["project:create"]);
  expect(offered("Members")).toEqual(["member:create", "member:update", "member:delete"]);
});

test("ORG-04: what somebody lost meanwhile is refused, and named", async () => {
  const company = await startCompany({ bob: "admin" });
  const { organization: calls } = company.of("ann").client;
  await good(calls.createRole({ role: "editor", permission: { project: ["create", "share"] } }));
  await giveRole(company, "bob", "admin,editor");
  const { person } = company.of("bob").show(card);
  await person.click(await button(texts.create));
  const dialog = await openDialog();
  await person.type(dialog.getByLabelText(texts.name), "friend");
  for (const action of ["Create", "Share"]) await person.click(box(dialog, "project", action));
  await giveRole(company, "bob", "admin");
  await person.click(dialog.getByRole("button", { name: texts.create }));
  const missing = fill(texts.missing, { permissions: "project: Create, Share" });
  await dialog.findByText(`${roleErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE} ${missing}`);
  expect(await stored(company)).toHaveLength(1);
});

test("a role that members have keeps its name and stays, but its permissions change", async () => {
  const company = await startCompany({ bob: "member" });
  const { organization: calls } = company.of("ann").client;
  await good(calls.createRole({ role: "editor", permission: { project: ["create"] } }));
  await giveRole(company, "bob", "member,editor");
  const { person } = company.of("ann").show(card);
  await person.click(await button(fill(texts.removeLabel, { role: "editor" })));
  await person.click((await openDialog()).getByRole("button", { name: texts.remove }));
  const refusal = roleErrors.ROLE_IS_ASSIGNED_TO_MEMBERS ?? "";
  await screen.findByText(refusal);
  await person.click(await button(fill(texts.editLabel, { role: "editor" })));
  const dialog = await openDialog();
  const name = dialog.getByLabelText(texts.name);
  await person.type(name, "s");
  await person.click(dialog.getByRole("button", { name: en.save }));
  await dialog.findByText(refusal);
  expect(document.activeElement).toBe(name);
  await person.type(name, "{Backspace}");
  await person.click(box(dialog, "project", "Create"));
  await person.click(dialog.getByRole("button", { name: en.save }));
  await screen.findByText(fill(texts.saved, { role: "editor" }));
  screen.getByText(texts.nothing);
  expect(await stored(company)).toEqual([["editor", {}]]);
});

test("a taken name and a comma are said at the name", async () => {
  const company = await startCompany();
  const { person } = company.of("ann").show(card);
  await person.click(await button(texts.create));
  const dialog = await openDialog();
  const name = dialog.getByLabelText(texts.name);
  await person.type(name, "a, b{Enter}");
  await dialog.findByText(texts.nameComma);
  await person.clear(name);
  await person.type(name, "admin{Enter}");
  await dialog.findByText(roleErrors.ROLE_NAME_IS_ALREADY_TAKEN ?? "");
  expect(dialog.queryByText(texts.nameComma)).toBeNull();
  expect(document.activeElement).toBe(name);
});

test("members see the roles, and are offered nothing", async () => {
  const { of, organizationId } = await startCompany({ bob: "member" });
  await good(of("ann").client.organization.createRole({ role: "editor", permission: { team: ["create"] } }));
  const { unmount } = of("bob").show(card);
  await screen.findByText("Teams: Create");
  expect(screen.queryAllByRole("button")).toEqual([]);
  unmount();
  await good(of("bob").client.organization.leave({ organizationId }));
  of("bob").show(card);
  await screen.findByText(texts.noOrganization);
  await waitFor(() => expect(screen.queryByText("editor")).toBeNull());
});

test("what the screens offer is what there is, and all of it has words", () => {
  expect(builtIn).toEqual({ ...defaultStatements, ...roleStatements });
  expect(Object.keys(builtIn).filter((resource) => !Object.hasOwn(texts.resources, resource))).toEqual([]);
  const actions = Object.values(builtIn).flat();
  expect(actions.filter((action) => !Object.hasOwn(texts.actions, action))).toEqual([]);
  const words = describePermissions(texts, ["member:create", "member:update", "constructor:toString"]);
  expect(words).toEqual(["Members: Add, Change", "constructor: toString"]);
});

test("every refusal about roles has a sentence", () => {
  const { endpoints } = organization({ ac, dynamicAccessControl: { enabled: true } });
  const codes = Object.values(endpoints ?? {})
    .filter(({ path }) => /\/(?:create|update|delete|list|get)-roles?$/.test(path))
    .flatMap(({ errors, guards }) => [errors, ...(guards ?? []).map((guard) => guard.errors)])
    .flatMap((errors) => Object.keys(errors ?? {}));
  expect(codes).toContain("ROLE_IS_ASSIGNED_TO_MEMBERS");
  const said = [...Object.keys({ ...en.errors, ...roleErrors }), "NO_ACTIVE_ORGANIZATION"];
  expect(codes.filter((code) => !said.includes(code))).toEqual([]);
  expect(Object.keys(roleErrors).filter((code) => !Object.hasOwn(organizationErrors, code))).toEqual([]);
});
