// @vitest-environment jsdom

import { organization } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { Account } from "./account.tsx";
import { AccountDanger } from "./danger.tsx";

watchScreens();

const own = en.deleteAccount;
const enabled = { user: { deleteUser: { enabled: true } } };

async function visitAsAnn(options: Parameters<typeof startSite>[0] = enabled): Promise<Visit> {
  const visit = (await startSite(options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const opener = async (): Promise<HTMLElement> => {
  const button = await screen.findByRole("button", { name: own.open });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  return button;
};
const isThere = async ({ browser }: Visit): Promise<boolean> =>
  (await browser.signIn("ann@example.com")).status === 200;

async function ask(person: UserEvent): Promise<HTMLInputElement> {
  await person.click(await opener());
  await screen.findByRole("alertdialog", { name: own.dialogTitle });
  return screen.getByLabelText<HTMLInputElement>(en.password);
}
const confirmation = (): HTMLElement => screen.getByLabelText(fill(own.typeEmail, { email: "ann@example.com" }));

test("deleting the account requires the password and the typed email, and then shows the goodbye page", async () => {
  history.replaceState(null, "", "/#danger");
  const visit = await visitAsAnn();
  const { person } = visit.show(<Account />);
  const password = await ask(person);
  expect(document.activeElement).toBe(password);
  await person.type(password, testPassword);
  await person.type(confirmation(), "Ann@example.com{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/account-deleted"]));
  await waitFor(() => expect(visit.client.$stores.session.get().data).toBeNull());
  // The ended session doesn't redirect to the sign-in page.
  expect(visit.went).toEqual(["/account-deleted"]);
  expect(await isThere(visit)).toBe(false);
  history.replaceState(null, "", "/");
});

test("an app can decide what happens after the deletion", async () => {
  const visit = await visitAsAnn();
  const onDeleted = vi.fn();
  const { person } = visit.show(<AccountDanger onDeleted={onDeleted} />);
  await person.type(await ask(person), testPassword);
  await person.type(confirmation(), "ann@example.com{Enter}");
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(visit.went).toEqual([]);
});

test("a wrong password is reported at its field, and the dialog stays open", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountDanger />);
  const password = await ask(person);
  await person.type(password, "not the password");
  await person.type(confirmation(), "ann@example.com{Enter}");
  const note = await screen.findByText(en.errors.INVALID_PASSWORD as string);
  expect([password.getAttribute("aria-describedby"), document.activeElement]).toEqual([note.id, password]);
  expect(await isThere(visit)).toBe(true);
});

test("nothing is deleted without the typed email, and Escape returns focus to the button", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountDanger />);
  await ask(person);
  await person.click(screen.getByRole("button", { name: own.submit }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await opener()));
  expect(visit.asked).not.toContain("/delete-user");
});

test("a server that confirms by email sends a link, and the row mentions it, even after a reload", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox.options);
  const { person, unmount } = visit.show(<AccountDanger />);
  await person.click(await screen.findByRole("button", { name: own.open }));
  await screen.findByText(fill(own.mailText, { email: "ann@example.com" }));
  expect(screen.queryByLabelText(en.password)).toBeNull();
  await person.click(screen.getByRole("button", { name: own.mailSubmit }));
  await screen.findByText(fill(own.mailed, { email: "ann@example.com" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: own.mailAgain })));
  unmount();
  visit.show(<AccountDanger />);
  await screen.findByText(fill(own.mailed, { email: "ann@example.com" }));
  const { url } = await mailbox.arrival("delete");
  const reply = await visit.browser.get(url.replace("http://app.test/api/auth", ""));
  expect(reply.headers.get("location")).toMatch(/\/account-deleted$/);
  expect(await isThere(visit)).toBe(false);
});

test("an organization's only owner sees the organization's name instead of a delete button", async () => {
  const visit = await visitAsAnn({ ...enabled, plugins: [organization()] });
  await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  visit.show(<AccountDanger />);
  await screen.findByText(own.soleOwner);
  expect(screen.getByRole("link", { name: "Acme" }).getAttribute("href")).toBe("/account#organizations");
  expect(screen.queryByRole("button", { name: own.open })).toBeNull();
});

test("a server without deletion has no danger zone", async () => {
  const visit = await visitAsAnn({});
  const { container } = visit.show(<AccountDanger />);
  await waitFor(() => expect(container.textContent).toBe(""));
});
