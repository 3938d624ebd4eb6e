// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createMailbox, type Mailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AccountProfile } from "./profile.tsx";

watchScreens();

const own = en.changeEmail;

interface Ann {
  readonly visit: Visit;
  readonly mailbox: Mailbox;
}

async function visitAsAnn({ verified }: { readonly verified: boolean }): Promise<Ann> {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  if (verified) {
    await visit.browser.post("/send-verification-email", { email: "ann@example.com", callbackURL: "/" });
    await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  }
  return { visit, mailbox };
}

const change = (): Promise<HTMLElement> => screen.findByRole("button", { name: `${own.change} (${en.email})` });

async function changeTo(person: UserEvent, email: string): Promise<void> {
  await person.click(await change());
  await person.type(await screen.findByLabelText(own.newEmail), `${email}{Enter}`);
}

test("changing a verified email requires approval from that email, and a dialog says so", async () => {
  const { visit, mailbox } = await visitAsAnn({ verified: true });
  const { person } = visit.show(<AccountProfile />);
  await screen.findByText(own.verified);
  await changeTo(person, "Anna@example.com");
  const dialog = await screen.findByRole("dialog", { name: own.sentTitle });
  within(dialog).getByText(fill(own.asked, { email: "ann@example.com", newEmail: "Anna@example.com" }));
  expect(document.activeElement).toBe(within(dialog).getByRole("heading"));
  await person.click(within(dialog).getByRole("button", { name: own.done }));
  await waitFor(async () => expect(document.activeElement).toBe(await change()));
  const { to, url } = await mailbox.arrival("change-email");
  expect(to).toBe("ann@example.com");
  expect(await openLink(visit.browser, url)).toEqual({ path: "/email-verified", search: "?for=change" });
});

test("a pending change is shown after a reload, and its link can be sent again", async () => {
  const { visit, mailbox } = await visitAsAnn({ verified: true });
  await visit.client.changeEmail({ newEmail: "anna@example.com" });
  await mailbox.arrival("change-email");
  const { person } = visit.show(<AccountProfile />);
  await screen.findByText(fill(own.pending, { newEmail: "anna@example.com" }));
  await person.click(screen.getByRole("button", { name: own.resend }));
  await mailbox.arrival("change-email", 2);
  const button = await screen.findByRole("button", { name: /\d/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("a pending change can be canceled, and its link no longer works", async () => {
  const { visit, mailbox } = await visitAsAnn({ verified: true });
  await visit.client.changeEmail({ newEmail: "anna@example.com" });
  const { url } = await mailbox.arrival("change-email");
  const { person } = visit.show(<AccountProfile />);
  await person.click(await screen.findByRole("button", { name: own.cancelChange }));
  const status = await screen.findByText(fill(own.canceled, { newEmail: "anna@example.com" }));
  expect(status.getAttribute("role")).toBe("status");
  expect(screen.queryByRole("button", { name: own.cancelChange })).toBeNull();
  expect(document.activeElement).toBe(await change());
  const { search } = await openLink(visit.browser, url);
  expect(new URLSearchParams(search).get("error")).toBe("invalid_token");
});

test("a change that was completed elsewhere can't be canceled, and the row shows the new email", async () => {
  const { visit, mailbox } = await visitAsAnn({ verified: true });
  await visit.client.changeEmail({ newEmail: "anna@example.com" });
  const { url } = await mailbox.arrival("change-email");
  const { person } = visit.show(<AccountProfile />);
  const button = await screen.findByRole("button", { name: own.cancelChange });
  await openLink(visit.browser, url);
  await person.click(button);
  await screen.findByText(en.errors.EMAIL_CHANGE_NOT_FOUND ?? "");
  await screen.findByText("anna", { exact: false, selector: ".lk-email" });
  expect(screen.queryByText(fill(own.canceled, { newEmail: "anna@example.com" }))).toBeNull();
  expect(document.activeElement).toBe(await change());
});

test("without the call to cancel a change, the row has no cancel button", async () => {
  const mailbox = createMailbox();
  const visit = (await startSite({ ...mailbox.options, disabledPaths: ["/cancel-email-change"] })).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.post("/send-verification-email", { email: "ann@example.com", callbackURL: "/" });
  await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  await visit.client.changeEmail({ newEmail: "anna@example.com" });
  await mailbox.arrival("change-email");
  visit.show(<AccountProfile />);
  await screen.findByRole("button", { name: own.resend });
  expect(screen.queryByRole("button", { name: own.cancelChange })).toBeNull();
});

test("a verification link is sent to an unverified email, but not a second one for 30 seconds", async () => {
  const { visit, mailbox } = await visitAsAnn({ verified: false });
  const { person } = visit.show(<AccountProfile />);
  await screen.findByText(own.unverified);
  await person.click(await screen.findByRole("button", { name: own.sendLink }));
  await screen.findByText(fill(own.linkSent, { email: "ann@example.com" }));
  expect((await mailbox.arrival("verify")).to).toBe("ann@example.com");
  const button = screen.getByRole("button", { name: fill(own.resendIn, { seconds: "30" }) });
  await person.click(button);
  expect(visit.asked.filter((path) => path === "/send-verification-email")).toHaveLength(1);
});

test("an unverified email is replaced immediately", async () => {
  const { visit } = await visitAsAnn({ verified: false });
  const { person } = visit.show(<AccountProfile />);
  await changeTo(person, "Anna@example.com");
  await screen.findByText(fill(own.changed, { newEmail: "anna@example.com" }));
  await person.click(screen.getByRole("button", { name: own.done }));
  await screen.findByText("anna", { exact: false, selector: ".lk-email" });
});

test("invalid emails are rejected at the field, which keeps focus", async () => {
  const { visit } = await visitAsAnn({ verified: false });
  const { person } = visit.show(<AccountProfile />);
  await person.click(await change());
  const field = await screen.findByLabelText<HTMLInputElement>(own.newEmail);
  for (const [typed, code] of [
    ["ann@example.com", "EMAIL_IS_THE_SAME"],
    ["ann.example.com", "INVALID_EMAIL"],
  ] as const) {
    await person.clear(field);
    await person.type(field, `${typed}{Enter}`);
    const note = await screen.findByText(en.errors[code] as string);
    expect([field.getAttribute("aria-describedby"), document.activeElement]).toEqual([note.id, field]);
  }
});

test("the row has no controls if the server can't change emails", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(<AccountProfile />);
  await screen.findByText(en.email);
  expect(screen.queryByRole("button", { name: `${own.change} (${en.email})` })).toBeNull();
  expect(screen.queryByText(own.unverified)).toBeNull();
});

test("a user without an email can add one", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.setUser(user.id, { email: "4711@twitter.invalid" });
  visit.show(<AccountProfile />);
  await screen.findByText(own.none);
  await screen.findByRole("button", { name: `${en.account.add} (${en.email})` });
  expect(screen.queryByText(/twitter\.invalid/)).toBeNull();
});
