// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization" }

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { good, startCompany } from "../../../test/company.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { fill } from "../../texts/texts.ts";
import { TeamsCard } from "./teams-card.tsx";
import { teams as texts } from "./texts.ts";

watchScreens();

test("a large team is shown in steps, and nobody who is in it is offered", async () => {
  const names = [...Array(44).keys()].map((i) => `m${String(i).padStart(2, "0")}`);
  const { of, teamId } = await startCompany(Object.fromEntries(names.map((name) => [name, "member"])));
  for (const name of names.slice(0, 42)) {
    await good(of("ann").client.organization.addTeamMember({ teamId, userId: of(name).userId }));
  }
  const { person } = of("ann").show(<TeamsCard />);
  await person.click(await screen.findByRole("button", { name: fill(texts.detailsLabel, { team: "Acme" }) }));
  const members = within(await screen.findByRole("region", { name: `${texts.members}: Acme` }));
  await waitFor(() => expect(members.getAllByRole("listitem")).toHaveLength(25));
  await person.click(members.getByRole("button", { name: texts.more }));
  await waitFor(() => expect(members.getAllByRole("listitem")).toHaveLength(43));
  expect(members.queryByText(texts.unknownPerson)).toBeNull();
  expect(members.queryByRole("button", { name: texts.more })).toBeNull();
  const others = within(await screen.findByRole("region", { name: `${texts.addTitle}: Acme` }));
  await waitFor(() => expect(others.getAllByRole("listitem")).toHaveLength(5));
  // More ids than fit into a filter, so members can be among the results and are marked.
  const offered = others.getAllByRole("button").map((one) => one.getAttribute("aria-label"));
  expect(offered).toEqual(["m42", "m43"].map((name) => fill(texts.addLabel, { name, team: "Acme" })));
  expect(others.getAllByText(texts.isIn)).toHaveLength(3);
}, 120_000);
