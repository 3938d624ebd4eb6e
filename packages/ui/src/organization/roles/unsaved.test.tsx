// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { findDialog } from "../../../test/dialogs.ts";
import { startPlace, ui } from "../../../test/organization.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { Organization } from "../organization.tsx";
import { OrganizationSwitcher } from "../switcher/organization-switcher.tsx";
import { organizationEn } from "../texts.ts";

history.replaceState(null, "", "/organization#roles");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization#roles"));

const { roles, members, switcher, general } = organizationEn;

/** Opens the matrix and makes a change without saving it. */
async function edit() {
  const place = await startPlace();
  await place.found("ann", "Zeta");
  const organizationId = await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  await ann.calls.createRole({ organizationId, role: "reviewer", permission: {} });
  history.pushState(null, "", "/organization#members");
  history.pushState(null, "", "/organization#roles");
  const { person } = ann.show(
    <>
      <OrganizationSwitcher />
      <Organization />
      <a href="/organization#elsewhere">Elsewhere</a>
    </>,
    ui,
  );
  const box = await screen.findByRole("checkbox", {
    name: fill(roles.allows, { role: "reviewer", action: "Invite", resource: "Invitations" }),
  });
  await person.click(box);
  screen.getByText(fillCount(en, roles.changes, 1));
  return { person, ann };
}

const answer = async (name: string): Promise<HTMLElement> => within(await findDialog()).findByRole("button", { name });
const isEditing = (): boolean => screen.queryByText(fillCount(en, roles.changes, 1)) !== null;
const section = (title: string) => screen.findByRole("heading", { level: 2, name: title });
const closed = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

test("opening another section asks for confirmation first", async () => {
  const { person } = await edit();
  const link = screen.getByRole("link", { name: general.nav });
  await person.click(link);
  await person.click(await answer(en.keepEditing));
  await closed();
  expect(isEditing()).toBe(true);
  expect(location.hash).toBe("#roles");
  expect(document.activeElement).toBe(link);
  await person.click(link);
  await person.click(await answer(en.discard));
  await waitFor(async () => expect(document.activeElement).toBe(await section(general.title)));
  expect(isEditing()).toBe(false);
});

test("going back asks for confirmation", async () => {
  const { person } = await edit();
  history.back();
  await person.click(await answer(en.keepEditing));
  await closed();
  expect(isEditing()).toBe(true);
  expect(location.hash).toBe("#roles");
  history.back();
  await person.click(await answer(en.discard));
  await section(members.title);
  expect(location.hash).toBe("#members");
});

test("the app's links and switching organizations also ask for confirmation", async () => {
  const { person, ann } = await edit();
  await person.click(screen.getByRole("link", { name: "Elsewhere" }));
  await person.click(await answer(en.keepEditing));
  await closed();
  await person.click(await screen.findByRole("button", { name: fill(switcher.open, { name: "Acme" }) }));
  await person.click(await within(await findDialog()).findByRole("button", { name: /^Zeta/ }));
  await person.click(await answer(en.discard));
  await screen.findByRole("button", { name: fill(switcher.open, { name: "Zeta" }) });
  expect(ann.asked).toContain("/organization/set-active");
});

test("after the changes are saved, no confirmation is needed", async () => {
  const { person } = await edit();
  await person.click(screen.getByRole("button", { name: roles.save }));
  await waitFor(() => expect(isEditing()).toBe(false));
  await person.click(screen.getByRole("link", { name: general.nav }));
  await section(general.title);
});
