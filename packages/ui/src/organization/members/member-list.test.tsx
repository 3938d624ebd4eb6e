// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { startCompany } from "../../../test/company.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { organizationEn } from "../texts.ts";
import { OrganizationMembers } from "./members.tsx";

history.replaceState(null, "", "/organization");

watchScreens();

const { members } = organizationEn;
const rows = (): readonly HTMLElement[] => screen.getAllByRole("row").slice(1);
const shows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));

test("the server paginates, searches, and sorts members", async () => {
  const names = [...Array(23).keys()].map((at) => `m${String(at).padStart(2, "0")}`);
  const { of } = await startCompany(Object.fromEntries(names.map((name) => [name, "member"])));
  const { person } = of("ann").show(<OrganizationMembers />);
  await screen.findByText(fill(members.page, { from: "1", to: "20", total: "24" }));
  await shows(20);
  await person.click(screen.getByRole("button", { name: en.nextPage }));
  await screen.findByText(fill(members.page, { from: "21", to: "24", total: "24" }));
  await shows(4);
  await person.type(screen.getByRole("searchbox", { name: members.search }), "m07{Enter}");
  await shows(1);
  expect(screen.queryByRole("button", { name: en.nextPage })).toBeNull();
  await person.clear(screen.getByRole("searchbox", { name: members.search }));
  await person.keyboard("{Enter}");
  await shows(20);
  await person.click(screen.getByRole("button", { name: members.person }));
  await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText("ann")).toBeTruthy());
  await person.click(screen.getByRole("button", { name: members.person }));
  await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText("m22")).toBeTruthy());
  await person.type(screen.getByRole("searchbox", { name: members.search }), "unknown{Enter}");
  await screen.findByText(members.empty);
}, 60_000);

test("several roles are shown as separate names, each with its own text direction", async () => {
  const { of } = await startCompany({ bob: "admin,member" });
  of("ann").show(<OrganizationMembers />);
  const heading = await screen.findByRole("heading", { name: members.title });
  expect(heading.nextElementSibling?.textContent).toMatch(/^2/);
  const roles = await screen.findByRole("button", { name: /^.*bob: / });
  expect([...roles.querySelectorAll("bdi")].map((name) => name.textContent)).toEqual([
    organizationEn.roleNames.admin,
    organizationEn.roleNames.member,
  ]);
});

test("suspended members are marked", async () => {
  const { of, suspend } = await startCompany({ bob: "admin", cleo: "member" });
  await suspend("bob");
  of("ann").show(<OrganizationMembers />);
  const label = await screen.findByText(members.suspended);
  expect(within(label.closest("tr") as HTMLElement).getByText("bob")).toBeTruthy();
  expect(screen.getAllByText(members.suspended)).toHaveLength(1);
});
