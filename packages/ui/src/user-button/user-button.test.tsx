// @vitest-environment jsdom

import { openidProvider } from "@latchkey/core";
import { accountTable, definePlugin, sessionTable } from "@latchkey/core/plugin";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { UserButton } from "./user-button.tsx";

watchScreens();

async function visitAsAnn(): Promise<Visit> {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const button = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Account menu" });

test("renders nothing if no one is signed in", async () => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<UserButton />);
  await waitFor(() => expect(visit.client.$stores.session.get().isPending).toBe(false));
  expect(container.innerHTML).toBe("");
});

test("the menu shows who's signed in, and links to the account", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<UserButton />);
  expect((await button()).getAttribute("aria-haspopup")).toBe("menu");
  await person.click(await button());
  expect(screen.getByRole("menu").textContent).toContain("annann@example.com");
  await person.click(screen.getByRole("menuitem", { name: en.userButton.account }));
  expect(visit.went).toEqual(["/account"]);
});

test("the keyboard opens the menu, arrow keys move through it, and Escape returns focus to the button", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<UserButton />);
  const opener = await button();
  await person.tab();
  expect(document.activeElement).toBe(opener);
  await person.keyboard("{Enter}");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: en.userButton.account })),
  );
  await person.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: en.signOut }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("signing out with the keyboard ends the session and opens the sign-in page, and the page stays usable", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(
    <>
      <UserButton />
      <p>the page</p>
    </>,
  );
  (await button()).focus();
  await person.keyboard("{ArrowDown}");
  await screen.findByRole("menu");
  await person.keyboard("{End}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Sign out" })));
  await person.keyboard("{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect((await visit.browser.get("/get-session")).body).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.body.style.pointerEvents).toBe("");
  expect(screen.getByText("the page").closest("[aria-hidden]")).toBeNull();
});

test("a failed sign-out is announced, and the page stays", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<UserButton />);
  await person.click(await button());
  visit.isOffline = true;
  await person.click(screen.getByRole("menuitem", { name: "Sign out" }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  expect(visit.went).toEqual([]);
  visit.isOffline = false;
  await person.click(screen.getByRole("menuitem", { name: "Sign out" }));
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
});

test("if the provider signs the user out too, the browser goes there instead of to the sign-in page", async () => {
  const provider = openidProvider({
    id: "acme",
    issuer: "https://login.acme.example",
    clientId: "app",
    endSessionEndpoint: "https://login.acme.example/end",
  });
  // As if Ann had signed in with the provider.
  const signedInWithProvider = definePlugin({
    id: "signed-in-with-provider",
    hooks: [
      {
        on: ["signOut"],
        async before(_, { db }) {
          const account = await db.findOne(accountTable, { where: { providerId: "credential" } });
          await db.update(accountTable, { where: {}, set: { providerId: "acme" } });
          await db.update(sessionTable, { where: {}, set: { signInAccountId: account?.id ?? null } });
        },
      },
    ],
  });
  const site = await startSite({ providers: [provider], plugins: [signedInWithProvider] });
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<UserButton />);
  await person.click(await button());
  await person.click(screen.getByRole("menuitem", { name: "Sign out" }));
  await waitFor(() => expect(visit.left.map((url) => url.split("?")[0])).toEqual(["https://login.acme.example/end"]));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(visit.went).toEqual([]);
});

test("a user without a picture has initials, which are hidden from screen readers", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.post("/sign-up/email", {
    name: "ann maria Example",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  visit.show(<UserButton />);
  const avatar = (await button()).firstElementChild as HTMLElement;
  expect([avatar.dataset.initials, avatar.textContent]).toEqual(["AE", ""]);
});
