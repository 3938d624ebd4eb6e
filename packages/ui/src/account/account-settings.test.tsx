// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountSettings } from "./account-settings.tsx";
import { ProfileCard } from "./profile-card.tsx";

watchScreens();

const headings = (): string[] =>
  screen.getAllByRole("heading").map(({ tagName, textContent }) => `${tagName} ${textContent}`);

test("every card is there, under one heading of the page", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(<AccountSettings />);
  await screen.findByRole("heading", { name: "Your account" });
  expect(headings()).toEqual([
    "H1 Your account",
    "H2 Profile",
    "H2 Email",
    "H2 Password",
    "H2 Ways to sign in",
    "H2 Your devices",
    "H2 Delete account",
  ]);
});

test("an app chooses the cards, their order and the heading", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(
    <AccountSettings title="Hello, Ann">
      <ProfileCard />
      <p>of the app</p>
    </AccountSettings>,
  );
  await screen.findByText("of the app");
  expect(headings()).toEqual(["H1 Hello, Ann", "H2 Profile"]);
});

test("who is not signed in is led to the door and sees none of it", async () => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<AccountSettings />);
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  expect(container.querySelector(".lk-card")).toBeNull();
});
