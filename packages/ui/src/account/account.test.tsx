// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { Row, Rows } from "../primitives/row.tsx";
import { Section } from "../primitives/section.tsx";
import { withRedirect } from "../provider/redirect.ts";
import type { UiPlugin } from "../provider/types.ts";
import { en } from "../texts/en.ts";
import { Account } from "./account.tsx";

history.replaceState(null, "", "/account");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/account"));

const keys = { clientId: "app", clientSecret: "secret" };
const deletable = { user: { deleteUser: { enabled: true } }, socialProviders: { github: keys } };

async function visitAsAnn(options: Parameters<typeof startSite>[0] = deletable): Promise<Visit> {
  const visit = (await startSite(options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const headings = (): (string | null)[] => screen.getAllByRole("heading").map(({ textContent }) => textContent);
const links = (): (string | null)[] => screen.getAllByRole("link").map((link) => link.getAttribute("href"));
const link = (name: string): Promise<HTMLElement> => screen.findByRole("link", { name });

const pets: UiPlugin = {
  id: "pets",
  account: {
    ProfileRows: () => <Row label="Favorite pet" value="Rex" />,
    SecurityRows: () => <Row label="Pet sitter" value="None" />,
    sections: [
      {
        id: "pets",
        title: "Pets",
        icon: "users",
        Section: ({ focusOnMount = false }) => (
          <Section title="Your pets" focusOnMount={focusOnMount}>
            <Rows>{null}</Rows>
          </Section>
        ),
      },
      { id: "zoo", title: "Zoo", icon: "users", Section: () => null, isAvailable: () => false },
    ],
  },
};

describe("the navigation", () => {
  test("shows the sections that the server supports, one at a time", async () => {
    const visit = await visitAsAnn();
    const { person } = visit.show(<Account />);
    await link(en.deleteAccount.section);
    expect(links()).toEqual(["#profile", "#security", "#connections", "#danger"]);
    expect(headings()).toEqual([en.account.title, en.profile.title]);
    await person.click(await link(en.deleteAccount.section));
    const heading = await screen.findByRole("heading", { name: en.deleteAccount.section });
    expect(headings()).toEqual([en.account.title, en.deleteAccount.section]);
    expect(document.activeElement).toBe(heading);
  });

  test("leaves out sections that the server doesn't offer", async () => {
    const visit = await visitAsAnn({});
    visit.show(<Account />);
    await screen.findByText("ann@example.com");
    expect(links()).toEqual(["#profile", "#security"]);
  });

  test("starts with the section in the URL, without moving focus", async () => {
    const visit = await visitAsAnn();
    history.replaceState(null, "", "/account#danger");
    visit.show(<Account />);
    await screen.findByRole("heading", { name: en.deleteAccount.section });
    expect(screen.queryByRole("heading", { name: en.profile.title })).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });

  test("can have a path for each section", async () => {
    const visit = await visitAsAnn();
    history.replaceState(null, "", "/account/security");
    visit.show(<Account routing="path" />);
    await screen.findByRole("heading", { name: en.security.title });
    await link(en.deleteAccount.section);
    expect(links().slice(0, 2)).toEqual(["/account/profile", "/account/security"]);
  });
});

test("plugins add rows and sections, except ones that the server doesn't support", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<Account />, { plugins: [pets] });
  await screen.findByText("Rex");
  await link("Pets");
  expect(links()).toEqual(["#profile", "#security", "#connections", "#pets", "#danger"]);
  await person.click(await link(en.security.title));
  await screen.findByText("Pet sitter");
  await person.click(await link("Pets"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Your pets"));
});

test("a section's data is loaded when it opens", async () => {
  const visit = await visitAsAnn();
  visit.show(<Account />);
  await link(en.linkedAccounts.title);
  expect(visit.asked).not.toContain("/list-accounts");
  expect(visit.asked).not.toContain("/list-sessions");
});

test("users who aren't signed in are redirected and don't see the page", async () => {
  const visit = (await startSite()).visit();
  visit.show(<Account />);
  await waitFor(() => expect(visit.went).toEqual([withRedirect("/sign-in", "/account")]));
  expect(screen.queryByRole("heading")).toBeNull();
});

test("an app can set the title", async () => {
  (await visitAsAnn()).show(<Account title="Settings" />);
  await screen.findByRole("heading", { level: 1, name: "Settings" });
});
