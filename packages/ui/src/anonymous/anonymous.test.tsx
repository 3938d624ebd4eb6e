// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { field, plugins, press, startPasswordlessSite } from "../../test/passwordless.tsx";
import { watchScreens } from "../../test/site.tsx";
import { Account } from "../account/account.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { SaveAccount } from "./save-account.tsx";
import { anonymousEn as texts } from "./texts.ts";

watchScreens();

test("the banner asks a guest to create an account, and disappears when they do, and the guest keeps their ID", async () => {
  const visit = (await startPasswordlessSite()).visit();
  const { person, unmount } = visit.show(<SignIn />, { plugins });
  await person.click(press(texts.signIn));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  const guest = (await visit.client.getSession()).data?.user;
  expect(guest).toMatchObject({ isAnonymous: true });
  unmount();
  const page = visit.show(
    <>
      <SaveAccount />
      <SignUp />
    </>,
    { plugins },
  );
  const banner = within(await screen.findByRole("region", { name: texts.banner.label }));
  const buttons = banner.getAllByRole("button").map((one) => one.textContent);
  expect(buttons).toEqual([texts.banner.signUp, texts.banner.signIn]);
  await page.person.click(screen.getAllByRole("button", { name: texts.banner.signUp })[0] as HTMLElement);
  expect(visit.went.at(-1)).toMatch(/^\/sign-up/);
  await page.person.type(field(en.name), "Ann");
  await page.person.type(field(en.email), "ann@example.com");
  await page.person.type(field(en.password), `${testPassword}{Enter}`);
  await waitFor(() => expect(screen.queryByRole("region", { name: texts.banner.label })).toBeNull());
  expect((await visit.client.getSession()).data?.user).toMatchObject({
    id: guest?.id,
    email: "ann@example.com",
    isAnonymous: false,
  });
});

test("a guest's account page only offers what guests can do", async () => {
  const visit = (await startPasswordlessSite()).visit();
  await visit.client.$fetch("/sign-in/anonymous", { method: "POST", body: {} });
  const { person } = visit.show(<Account />, { plugins: [...plugins, organizationUi()], providers: ["github"] });
  const nav = within(await screen.findByRole("navigation", { name: en.account.sections }));
  await nav.findByRole("link", { name: en.security.title });
  await screen.findByText(en.profile.subtitle);
  expect(nav.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([en.profile.title, en.security.title]);
  expect(screen.queryByText(en.email)).toBeNull();
  await person.click(nav.getByRole("link", { name: en.security.title }));
  await screen.findByText(en.sessions.title);
  expect(screen.queryByText(en.password)).toBeNull();
});

test("signing out as a guest asks for confirmation, and Cancel keeps the guest signed in", async () => {
  const visit = (await startPasswordlessSite()).visit();
  await visit.client.$fetch("/sign-in/anonymous", { method: "POST", body: {} });
  const { person } = visit.show(<UserButton />, { plugins });
  const ask = async (): Promise<void> => {
    await person.click(await screen.findByRole("button", { name: en.userButton.open }));
    await person.click(screen.getByRole("menuitem", { name: en.signOut }));
    await screen.findByRole("alertdialog", { name: texts.signOut.title });
  };
  await ask();
  await person.click(press(en.cancel));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(visit.asked).not.toContain("/sign-out");
  await ask();
  await person.click(press(texts.signOut.confirm));
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
});
