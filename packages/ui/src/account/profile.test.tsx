// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { AccountProfile } from "./profile.tsx";

watchScreens();

async function visitAsAnn(options: Parameters<typeof startSite>[0] = {}): Promise<Visit> {
  const visit = (await startSite(options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const edit = (label: string, verb?: string): Promise<HTMLElement> =>
  screen.findByRole("button", { name: verb ? `${verb} (${label})` : fill(en.editField, { name: label }) });
const field = (label: string): Promise<HTMLInputElement> => screen.findByLabelText(label);
const userOf = async ({ client }: Visit): Promise<object | undefined> => (await client.getSession()).data?.user;

test("the name is changed in its row, and focus returns to its button", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await person.click(await edit(en.name));
  expect(document.activeElement).toBe(await field(en.name));
  await person.clear(await field(en.name));
  await person.type(await field(en.name), " Ann Example {Enter}");
  await screen.findByText("Ann Example");
  await waitFor(async () => expect(document.activeElement).toBe(await edit(en.name)));
  expect(await userOf(visit)).toMatchObject({ name: "Ann Example" });
});

test("Escape cancels, and an empty name isn't saved", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await person.click(await edit(en.name));
  await person.clear(await field(en.name));
  await person.type(await field(en.name), "  {Enter}");
  await screen.findByText(en.required);
  expect(document.activeElement).toBe(await field(en.name));
  await person.keyboard("{Escape}");
  await waitFor(async () => expect(document.activeElement).toBe(await edit(en.name)));
  expect(visit.asked).not.toContain("/update-user");
});

test("after an error, the input stays and saving can be retried", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await person.click(await edit(en.name));
  await person.clear(await field(en.name));
  await person.type(await field(en.name), "Anna");
  visit.isOffline = true;
  await person.keyboard("{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.keyboard("{Enter}");
  await screen.findByText("Anna");
});

test("the app's own fields have inputs by type", async () => {
  const additionalFields = {
    company: { type: "string", required: false, input: true },
    teamSize: { type: "number", required: false, input: true },
    birthday: { type: "date", required: false, input: true },
    newsletter: { type: "boolean", required: false, input: true },
    internalNote: { type: "string", required: false, input: false },
  } as const;
  const visit = await visitAsAnn({ user: { additionalFields } });
  const { person } = visit.show(<AccountProfile />);
  const change = async (label: string, typed: string, verb?: string): Promise<void> => {
    await person.click(await edit(label, verb));
    await person.clear(await field(label));
    await person.type(await field(label), `${typed}{Enter}`);
  };
  await change("Company", "Acme", en.account.add);
  await screen.findByText("Acme");
  await change("Team size", "1200", en.account.add);
  await screen.findByText("1,200");
  await change("Birthday", "1990-05-17", en.account.add);
  await screen.findByText("May 17, 1990");
  await person.click(await edit("Newsletter"));
  await person.click(await screen.findByRole("checkbox", { name: "Newsletter" }));
  await person.keyboard("{Enter}");
  await screen.findByText(en.account.yes);
  await person.click(await edit("Company"));
  await person.clear(await field("Company"));
  await person.keyboard("{Enter}");
  await edit("Company", en.account.add);
  expect(await userOf(visit)).toMatchObject({ company: null, teamSize: 1200, newsletter: true });
  expect(screen.queryByText("Internal note")).toBeNull();
});

test("without an upload function, the picture is only shown", async () => {
  const visit = await visitAsAnn();
  await visit.browser.post("/update-user", { image: "https://img.example.com/ann.png" });
  const { container } = visit.show(<AccountProfile />);
  await screen.findByText(en.profile.image);
  expect(container.querySelector("img")?.getAttribute("src")).toMatch(/ann\.png$/);
  expect(screen.queryByRole("button", { name: en.changeImage })).toBeNull();
});

test("removing a picture removes it everywhere on the page", async () => {
  const visit = await visitAsAnn();
  await visit.browser.post("/update-user", { image: "https://img.example.com/ann.png" });
  const { person, container } = visit.show(
    <>
      <UserButton />
      <AccountProfile />
    </>,
    { uploadImage: async () => "" },
  );
  await person.click(await screen.findByRole("button", { name: en.removeImage }));
  await waitFor(() => expect(container.querySelector("img")).toBeNull());
  expect(await userOf(visit)).toMatchObject({ image: null });
});
