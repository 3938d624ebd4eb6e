// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { ProfileCard } from "./profile-card.tsx";

watchScreens();

async function visitAsAnn(): Promise<Visit> {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const field = (label: string): Promise<HTMLInputElement> => screen.findByLabelText(label);

test("name and picture are saved, which is announced, and seen everywhere at once", async () => {
  const visit = await visitAsAnn();
  const { person, container } = visit.show(
    <>
      <UserButton />
      <ProfileCard />
    </>,
  );
  await person.clear(await field("Name"));
  await person.type(await field("Name"), " Ann Example ");
  await person.type(await field("Picture"), "https://img.example.com/ann.png{Enter}");
  expect((await screen.findByRole("status")).textContent).toBe("Your profile is saved.");
  const { data } = await visit.client.getSession();
  expect(data?.user).toMatchObject({ name: "Ann Example", image: "https://img.example.com/ann.png" });
  await waitFor(() => expect(container.querySelector("button img")?.getAttribute("src")).toMatch(/ann\.png$/));
});

test("the picture is looked at when its field is left, and initials stand in for none", async () => {
  const visit = await visitAsAnn();
  const { person, container } = visit.show(<ProfileCard />);
  await person.type(await field("Picture"), "https://img.example.com/ann.png");
  expect(container.querySelector("img")).toBeNull();
  await person.tab();
  expect(container.querySelector("img")?.src).toBe("https://img.example.com/ann.png");
  await person.clear(await field("Picture"));
  await person.tab();
  expect(container.querySelector<HTMLElement>("[data-initials]")?.dataset.initials).toBe("A");
});

test("an empty field takes the picture away", async () => {
  const visit = await visitAsAnn();
  await visit.browser.post("/update-user", { image: "https://img.example.com/ann.png" });
  const { person } = visit.show(<ProfileCard />);
  await person.clear(await field("Picture"));
  await person.keyboard("{Enter}");
  await screen.findByRole("status");
  expect((await visit.client.getSession()).data?.user.image).toBeNull();
});

test("XSS: what is no address on the web is said at its field, which gets the focus, and is not sent", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<ProfileCard />);
  await person.type(await field("Picture"), "javascript:alert(1){Enter}");
  const note = await screen.findByText(en.errors.INVALID_IMAGE ?? "");
  expect((await field("Picture")).getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(await field("Picture"));
  expect(visit.asked).not.toContain("/update-user");
});

test("a name of nothing but spaces is not taken", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<ProfileCard />);
  await person.clear(await field("Name"));
  await person.type(await field("Name"), "  {Enter}");
  await screen.findByText("This field is required.");
  expect(document.activeElement).toBe(await field("Name"));
});

test("a server that cannot be reached is said so, and saving can be tried again", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<ProfileCard />);
  await person.type(await field("Name"), "a");
  visit.isOffline = true;
  await person.keyboard("{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.keyboard("{Enter}");
  await screen.findByRole("status");
  expect((await visit.client.getSession()).data?.user.name).toBe("anna");
});
