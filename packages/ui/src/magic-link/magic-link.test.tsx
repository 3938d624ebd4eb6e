// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { field, plugins, press, startPasswordlessSite } from "../../test/passwordless.tsx";
import { watchScreens, wholeText } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { MagicLinkPage } from "./magic-link-page.tsx";
import { magicLinkEn as texts } from "./texts.ts";

history.replaceState(null, "", "/sign-in");

watchScreens();

const email = "ann@example.com";

test("a sign-in link is sent to the typed email, and leads to the requested page", async () => {
  const site = await startPasswordlessSite();
  const visit = site.visit();
  const { person } = visit.show(<SignIn search="?redirectTo=/a%3Fb%23c" />, { plugins });
  await person.type(field(en.email), email);
  await person.click(press(texts.signIn));
  await screen.findByRole("heading", { name: texts.sentTitle });
  const { url } = await site.sentLink(email);
  const query = new URL(url).searchParams;
  expect(new URL(query.get("callbackURL") ?? "").pathname).toBe("/a");
  expect(new URL(query.get("errorCallbackURL") ?? "").pathname).toBe("/magic-link");
  await person.click(press(texts.change));
  expect(field(en.email).value).toBe(email);
});

test("in another browser, the link's page asks for confirmation before signing in, and the link works once", async () => {
  const site = await startPasswordlessSite();
  const asking = site.visit();
  await asking.browser.post("/sign-in/magic-link", { email });
  const { token } = await site.sentLink(email);
  const visit = site.visit();
  await visit.browser.signUp("bob@example.com");
  const search = `?token=${token}&callbackURL=${encodeURIComponent(`${location.origin}/a?b`)}&email=a…@example.com`;
  const { person, unmount } = visit.show(<MagicLinkPage search={search} />, { plugins });
  await screen.findByText(wholeText(fill(texts.confirm.otherAccount, { email: "bob@example.com" })));
  expect(visit.asked).not.toContain("/magic-link/verify");
  await person.click(press(texts.confirm.submit));
  await waitFor(() => expect(visit.went).toEqual(["/a?b"]));
  expect((await visit.client.getSession()).data?.user.email).toBe(email);
  unmount();
  const again = site.visit();
  const second = again.show(<MagicLinkPage search={search} />, { plugins });
  await second.person.click(await screen.findByRole("button", { name: texts.confirm.submit }));
  await screen.findByRole("heading", { name: texts.confirm.invalidTitle });
  expect(screen.getByRole("link", { name: texts.confirm.again }).getAttribute("href")).toBe("/sign-in");
});

const { confirm, errors } = texts;
const expired = { title: confirm.invalidTitle, text: confirm.invalidText, link: confirm.again };
const failed = { title: en.authError.title, link: en.forgotPassword.toSignIn };

test.each([
  ["?error=INVALID_TOKEN", expired],
  ["?error=new_user_signup_disabled", { ...failed, text: errors.new_user_signup_disabled ?? "" }],
  ["?error=failed_to_create_user", { ...failed, text: errors.failed_to_create_user ?? "" }],
  ["?error=failed_to_create_session", { ...failed, text: errors.failed_to_create_session ?? "" }],
  ["?error=<b>call me</b>", expired],
  ["", expired],
])("the page shows why a link failed, and a button that can help: %s", async (search, { title, text, link }) => {
  const visit = (await startPasswordlessSite()).visit();
  visit.show(<MagicLinkPage search={search} />, { plugins });
  await screen.findByRole("heading", { name: title });
  screen.getByText(text);
  expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/sign-in");
  expect(visit.asked.filter((path) => path.startsWith("/magic-link"))).toEqual([]);
});

test("a destination on another origin isn't followed", async () => {
  const site = await startPasswordlessSite();
  await site.browser().post("/sign-in/magic-link", { email });
  const { token } = await site.sentLink(email);
  const visit = site.visit();
  const search = `?token=${token}&callbackURL=${encodeURIComponent("https://evil.example/a")}`;
  const { person } = visit.show(<MagicLinkPage search={search} />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.confirm.submit }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});
