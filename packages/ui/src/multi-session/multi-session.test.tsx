// @vitest-environment jsdom

import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { plugins, press, startPasswordlessSite } from "../../test/passwordless.tsx";
import { type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { multiSessionEn as texts } from "./texts.ts";

watchScreens();

const active = async ({ client }: Visit): Promise<string | undefined> => (await client.getSession()).data?.user.email;
const tokenOf = async ({ client }: Visit): Promise<string | undefined> =>
  ((await client.getSession()).data?.session as { readonly token: string } | undefined)?.token;
const item = (name: string | RegExp): HTMLElement => screen.getByRole("menuitem", { name });

/** A browser that is signed in to Ann's and Bob's accounts. Bob's is the active one. */
async function visitAsBoth(disabledPaths: readonly string[] = []): Promise<Visit> {
  const visit = (await startPasswordlessSite({ disabledPaths })).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.signUp("bob@example.com");
  return visit;
}

test("the user menu lists the other accounts, switches to one, and adds another", async () => {
  const visit = await visitAsBoth();
  const { person } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await person.click(await screen.findByRole("menuitem", { name: /ann@example\.com/ }));
  // The text is on the page and in the screen reader announcement.
  await screen.findAllByText(fill(texts.switched, { name: "ann" }));
  expect(visit.went).toEqual(["/"]);
  expect(await active(visit)).toBe("ann@example.com");
  // The menu closes, and its button has focus again.
  await waitFor(() => expect(document.activeElement).toBe(press(en.userButton.open)));
  await person.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: /bob@example\.com/ });
  await person.click(item(texts.add));
  expect(visit.went.at(-1)).toMatch(/^\/sign-in/);
});

test("if switching fails, the error is below that account", async () => {
  const visit = await visitAsBoth();
  const { person } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  const ann = await screen.findByRole("menuitem", { name: /ann@example\.com/ });
  visit.isOffline = true;
  await person.click(ann);
  const { textContent } = await screen.findByRole("alert");
  expect(ann.nextElementSibling?.textContent).toBe(textContent);
});

test("signing out of one account makes the other active, and signing out of all accounts leaves none", async () => {
  const visit = await visitAsBoth();
  const { person } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await screen.findByRole("menuitem", { name: texts.signOutAll });
  await person.click(item(en.signOut));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await active(visit)).toBe("ann@example.com");
  await visit.browser.signUp("carl@example.com");
  await visit.client.getSession();
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await person.click(await screen.findByRole("menuitem", { name: texts.signOutAll }));
  await waitFor(() => expect(visit.went.at(-1)).toBe("/sign-in"));
  expect((await visit.browser.get("/multi-session/list-device-sessions")).body).toEqual([]);
});

test("if no account is active, the sign-in page lists the accounts, and never switches automatically", async () => {
  const visit = await visitAsBoth();
  await visit.browser.post("/revoke-session", { token: await tokenOf(visit) });
  const { person } = visit.show(<SignIn />, { plugins });
  const choice = await screen.findByRole("button", { name: /ann@example\.com/ });
  expect(await active(visit)).toBeUndefined();
  await person.click(choice);
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await active(visit)).toBe("ann@example.com");
});

test("an account can be removed from the sign-in page", async () => {
  const visit = await visitAsBoth();
  const { person } = visit.show(<SignIn />, { plugins });
  await screen.findByRole("list", { name: texts.choose });
  await person.click(press(fill(texts.signOutOf, { name: "ann" })));
  await waitFor(() => expect(screen.queryByRole("list", { name: texts.choose })).toBeNull());
  expect(await active(visit)).toBe("bob@example.com");
});

test.each(["/multi-session/list-device-sessions", "/multi-session/set-active"])(
  "without %s, accounts can't be added or switched, because users couldn't switch back",
  async (path) => {
    const visit = await visitAsBoth([path]);
    const { person } = visit.show(<UserButton />, { plugins });
    await person.click(await screen.findByRole("button", { name: en.userButton.open }));
    await screen.findByRole("menuitem", { name: en.signOut });
    await waitFor(() => expect(visit.answered).toHaveLength(visit.asked.length));
    expect(screen.queryByRole("menuitem", { name: texts.add })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: /ann@example\.com/ })).toBeNull();
    // One separator below the user, and one above "Sign out".
    expect(screen.getAllByRole("separator")).toHaveLength(2);
    cleanup();
    await visit.browser.post("/revoke-session", { token: await tokenOf(visit) });
    await visit.client.getSession();
    visit.show(<SignIn />, { plugins });
    await screen.findByLabelText(en.password, { exact: true });
    await waitFor(() => expect(visit.answered).toHaveLength(visit.asked.length));
    expect(screen.queryByRole("list", { name: texts.choose })).toBeNull();
    expect(visit.refused).toEqual([]);
  },
);

test("without /multi-session/revoke, users can only sign out of all accounts", async () => {
  const visit = await visitAsBoth(["/multi-session/revoke"]);
  const { person } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await screen.findByRole("menuitem", { name: /ann@example\.com/ });
  expect(screen.queryByRole("menuitem", { name: en.signOut })).toBeNull();
  await person.click(item(texts.signOutAll));
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  expect(visit.refused).toEqual([]);
});
