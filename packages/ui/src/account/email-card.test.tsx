// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, type Mailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { EmailCard } from "./email-card.tsx";

watchScreens();

interface Ann {
  readonly visit: Visit;
  readonly mailbox: Mailbox;
}

async function visitAsAnn({ proven }: { proven: boolean }): Promise<Ann> {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  if (proven) {
    await visit.browser.post("/send-verification-email", { email: "ann@example.com", callbackURL: "/" });
    await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  }
  return { visit, mailbox };
}

const field = (): Promise<HTMLInputElement> => screen.findByLabelText("New email");

test("the address is shown with whether it is confirmed", async () => {
  for (const [proven, badge] of [
    [true, "Confirmed"],
    [false, "Not confirmed"],
  ] as const) {
    const { visit } = await visitAsAnn({ proven });
    const { unmount } = visit.show(<EmailCard />);
    await screen.findByText(badge);
    expect(screen.getByText("ann@example.com")).toBeTruthy();
    unmount();
  }
});

test("a confirmed address is asked first: the card says which mail to open, and after that the new one is there", async () => {
  const { visit, mailbox } = await visitAsAnn({ proven: true });
  const { person } = visit.show(<EmailCard />);
  await person.type(await field(), "Anna@example.com{Enter}");
  const next = await screen.findByRole("status");
  expect(next.textContent).toBe(
    "One more step: open the mail that we sent to ann@example.com, and agree that your account moves to Anna@example.com.",
  );
  expect(document.activeElement).toBe(next);
  expect((await field()).value).toBe("");
  const { to, url } = await mailbox.arrival("change-email");
  expect(to).toBe("ann@example.com");
  expect(await openLink(visit.browser, url)).toEqual({ path: "/email-verified", search: "?for=change" });
  fireEvent.focus(window);
  await screen.findByText("anna@example.com");
  expect(screen.getByText("Not confirmed")).toBeTruthy();
});

test("an address that was never confirmed is replaced at once", async () => {
  const { visit } = await visitAsAnn({ proven: false });
  const { person } = visit.show(<EmailCard />);
  await person.type(await field(), "Anna@example.com{Enter}");
  expect((await screen.findByRole("status")).textContent).toMatch(/^Your email is anna@example.com now\./);
  await screen.findByText("anna@example.com");
});

test("the same address, and what is none, are said at the field, which gets the focus", async () => {
  const { visit } = await visitAsAnn({ proven: false });
  const { person } = visit.show(<EmailCard />);
  for (const [typed, said] of [
    ["ann@example.com", en.errors.EMAIL_IS_THE_SAME ?? ""],
    ["ann.example.com", en.errors.INVALID_EMAIL ?? ""],
  ] as const) {
    await person.clear(await field());
    await person.type(await field(), `${typed}{Enter}`);
    const note = await screen.findByText(said);
    expect((await field()).getAttribute("aria-describedby")).toBe(note.id);
    expect(document.activeElement).toBe(await field());
  }
});

test("an address that is somebody else's is not taken", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  await site.browser().signUp("bob@example.com");
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<EmailCard />);
  await person.type(await field(), "bob@example.com{Enter}");
  await screen.findByText(en.errors.COULDNT_UPDATE_YOUR_EMAIL ?? "");
});

test("what is typed after a change stays there when it is refused", async () => {
  const { visit } = await visitAsAnn({ proven: false });
  const { person } = visit.show(<EmailCard />);
  await person.type(await field(), "anna@example.com{Enter}");
  await screen.findByRole("status");
  await person.type(await field(), "anna@example.com{Enter}");
  await screen.findByText(en.errors.EMAIL_IS_THE_SAME ?? "");
  expect((await field()).value).toBe("anna@example.com");
  expect(screen.queryByRole("status")).toBeNull();
});

test("where addresses cannot be changed, that is said", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<EmailCard />);
  await person.type(await field(), "anna@example.com{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.CHANGE_EMAIL_DISABLED);
  await waitFor(async () => expect((await field()).value).toBe("anna@example.com"));
});
