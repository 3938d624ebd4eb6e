// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { DeleteAccountCard } from "./delete-account-card.tsx";

watchScreens();

async function visitAsAnn(options: Parameters<typeof startSite>[0] = { user: { deleteUser: { enabled: true } } }) {
  const visit: Visit = (await startSite(options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const opener = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Delete account…" });
const isThere = async ({ browser }: Visit): Promise<boolean> =>
  (await browser.signIn("ann@example.com")).status === 200;

async function ask(person: UserEvent): Promise<HTMLInputElement> {
  await person.click(await opener());
  await screen.findByRole("alertdialog", { name: "Delete your account?" });
  return screen.getByLabelText<HTMLInputElement>("Password");
}

test("the password deletes the account, which leads to the door", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<DeleteAccountCard />);
  const password = await ask(person);
  expect(document.activeElement).toBe(password);
  await person.keyboard(`${testPassword}{Enter}`);
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  await waitFor(() => expect(visit.client.$stores.session.get().data).toBeNull());
  expect(document.body.style.pointerEvents).toBe("");
  expect(await isThere(visit)).toBe(false);
});

test("an app can say what follows", async () => {
  const visit = await visitAsAnn();
  const onDeleted = vi.fn();
  const { person } = visit.show(<DeleteAccountCard onDeleted={onDeleted} />);
  await ask(person);
  await person.keyboard(`${testPassword}{Enter}`);
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(visit.went).toEqual([]);
});

test("a wrong password is said at its field, and the question stays", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<DeleteAccountCard />);
  const password = await ask(person);
  await person.keyboard("not the password{Enter}");
  const note = await screen.findByText(en.errors.INVALID_PASSWORD ?? "");
  expect([password.getAttribute("aria-describedby"), document.activeElement]).toEqual([note.id, password]);
  expect(await isThere(visit)).toBe(true);
});

test("nothing happens without a password, nor after Escape, which gives the focus back", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<DeleteAccountCard />);
  await ask(person);
  await person.keyboard("{Enter}");
  await screen.findByText("This field is required.");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await opener()));
  expect(visit.asked).not.toContain("/delete-user");
});

test("what is under way is not called back by Escape", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<DeleteAccountCard />);
  await ask(person);
  const release = visit.hold("/delete-user");
  await person.keyboard(`${testPassword}{Enter}`);
  await person.keyboard("{Escape}");
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  release();
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
});

test("where it is confirmed by mail, the card says so and gets the focus; the account is still there", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox.options);
  const { person } = visit.show(<DeleteAccountCard />);
  await ask(person);
  await person.keyboard(`${testPassword}{Enter}`);
  const mailed = await screen.findByRole("status");
  expect(mailed.textContent).toMatch(/^Nothing is deleted yet: open the link/);
  await waitFor(() => expect(document.activeElement).toBe(mailed));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  const { url } = await mailbox.arrival("delete");
  expect((await visit.browser.get(url.replace("http://app.test/api/auth", ""))).status).toBe(302);
  expect(await isThere(visit)).toBe(false);
});

test("where nobody may delete an account, that is said", async () => {
  const visit = await visitAsAnn({});
  const { person } = visit.show(<DeleteAccountCard />);
  await ask(person);
  await person.keyboard(`${testPassword}{Enter}`);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.DELETE_USER_DISABLED);
});
