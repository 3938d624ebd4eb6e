// @vitest-environment jsdom

import type { ProofHandler } from "@latchkey/react";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { StrictMode, useEffect } from "react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { AccountProfile } from "../account/profile.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

/** Ann signed in two days ago on a site where she can change her email. */
async function visitAsAnn(): Promise<Visit> {
  let now = Date.now() - 2 * 86_400_000;
  const visit = (await startSite({ clock: () => new Date(now), user: { changeEmail: { enabled: true } } })).visit();
  await visit.browser.signUp("ann@example.com");
  now = Date.now();
  return visit;
}

const dialog = async (): Promise<HTMLElement> => {
  const found = await screen.findByRole("dialog", { name: en.proof.title });
  // A previous dialog stops blocking the pointer a moment later.
  await waitFor(() => expect(found.style.pointerEvents).toBe("auto"));
  return found;
};
const question = (): HTMLElement | null => screen.queryByRole("dialog", { name: en.proof.title });

async function changeEmail(person: UserEvent, typed: string): Promise<void> {
  const label = `${en.changeEmail.change} (${en.email})`;
  await person.click(await screen.findByRole("button", { name: label }));
  await person.type(await screen.findByLabelText(en.changeEmail.newEmail), typed);
}
const changed = (): Promise<HTMLElement> =>
  screen.findByText(fill(en.changeEmail.changedUnverified, { newEmail: "anna@example.com" }), {
    selector: ".lk-toast-text",
  });

test("a call that requires reauthentication asks for the password, and then continues", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await changeEmail(person, "anna@example.com{Enter}");
  expect((await dialog()).getAttribute("aria-describedby")).toBe(screen.getByText(en.proof.text).id);
  const password = screen.getByLabelText(en.password);
  expect(document.activeElement).toBe(password);
  await person.keyboard(`${testPassword}{Enter}`);
  await changed();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(visit.asked.filter((path) => path === "/change-email")).toHaveLength(2);
});

test("a wrong password is reported in place, and can be corrected", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await changeEmail(person, "anna@example.com{Enter}");
  await dialog();
  await person.keyboard("not the password{Enter}");
  const note = await screen.findByText(en.errors.INVALID_PASSWORD as string);
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  expect([password.getAttribute("aria-describedby"), document.activeElement]).toEqual([note.id, password]);
  expect(visit.asked.filter((path) => path === "/change-email")).toHaveLength(1);
  await person.clear(password);
  await person.type(password, `${testPassword}{Enter}`);
  await changed();
});

test("canceling, with the button or Escape, shows why the call stopped and returns focus", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await changeEmail(person, "anna@example.com");
  const submit = (): HTMLElement => screen.getByRole("button", { name: en.changeEmail.submit });
  for (const cancel of [
    () => person.keyboard("{Escape}"),
    async () => person.click(within(await dialog()).getByRole("button", { name: en.cancel })),
  ]) {
    await person.click(submit());
    const password = within(await dialog()).getByLabelText(en.password);
    // From then on, the dialog below doesn't react to keys.
    await waitFor(() => expect(document.activeElement).toBe(password));
    await cancel();
    expect((await screen.findByRole("alert")).textContent).toBe(en.errors.SESSION_NOT_FRESH);
    await waitFor(() => expect(document.activeElement).toBe(submit()));
  }
  expect(screen.getByLabelText<HTMLInputElement>(en.changeEmail.newEmail).value).toBe("anna@example.com");
  expect(visit.asked).not.toContain("/verify-password");
});

test("focus stays inside while the dialog is open", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<AccountProfile />);
  await changeEmail(person, "anna@example.com{Enter}");
  const open = await dialog();
  for (let stop = 0; stop < 6; stop++) {
    await person.tab();
    expect(open.contains(document.activeElement)).toBe(true);
  }
});

test("two concurrent calls open one dialog, and both continue", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<StrictMode>the app</StrictMode>);
  const both = Promise.all([
    visit.client.changeEmail({ newEmail: "one@example.com" }),
    visit.client.changeEmail({ newEmail: "one@example.com" }),
  ]);
  await dialog();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await person.type(screen.getByLabelText(en.password), `${testPassword}{Enter}`);
  const results = await both;
  expect(results.some(({ error }) => error === null)).toBe(true);
  expect(results.some(({ error }) => error?.code === "SESSION_NOT_FRESH")).toBe(false);
});

test("leaving the page cancels the prompt, and an app can show its own prompt", async () => {
  const visit = await visitAsAnn();
  const { unmount } = visit.show(<p>the app</p>);
  const left = visit.client.changeEmail({ newEmail: "anna@example.com" });
  await dialog();
  unmount();
  expect((await left).error?.code).toBe("SESSION_NOT_FRESH");

  const asked: string[] = [];
  const ask: ProofHandler = async ({ path }) => {
    asked.push(path);
    return false;
  };
  visit.show(<Own visit={visit} ask={ask} />);
  expect((await visit.client.changeEmail({ newEmail: "anna@example.com" })).error?.code).toBe("SESSION_NOT_FRESH");
  expect(asked).toEqual(["/change-email"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** A component with its own reauthentication prompt. */
function Own({ visit, ask }: { readonly visit: Visit; readonly ask: ProofHandler }): null {
  useEffect(() => visit.client.$onProofNeeded(ask), [visit, ask]);
  return null;
}

test("a user who signed in with a provider is redirected to it again, and returns to this page", async () => {
  const keys = { clientId: "app", clientSecret: "secret" };
  const site = await startSite({ socialProviders: { github: keys }, user: { changeEmail: { enabled: true } } });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.link(user.id, "github");
  await site.removePassword(user.id);
  await site.proveLongAgo(user.id, "provider");
  const sent: unknown[] = [];
  visit.onSend = (path, body) => void (path === "/link-social" && sent.push(body));
  history.replaceState(null, "", "/account");
  const { person } = visit.show(<AccountProfile />);
  await changeEmail(person, "anna@example.com{Enter}");
  await dialog();
  await person.click(await screen.findByRole("button", { name: fill(en.social.continueWith, { provider: "GitHub" }) }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const back = "http://app.test/account";
  expect(sent).toEqual([{ provider: "github", callbackURL: back, errorCallbackURL: back }]);
  expect(visit.asked.filter((path) => path === "/change-email")).toHaveLength(1);
  await person.click(within(await dialog()).getByRole("button", { name: en.cancel }));
  await waitFor(() => expect(question()).toBeNull());
  await screen.findByText(en.errors.SESSION_NOT_FRESH as string);
});
