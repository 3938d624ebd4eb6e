// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { SocialButtons } from "./social-buttons.tsx";

history.replaceState(null, "", "/sign-in");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/sign-in"));

const keys = { clientId: "app", clientSecret: "secret" };
const providers = ["github", "google"];
const lastUsedKey = "latchkey.last-used";

async function visitSite(further: readonly string[] = []): Promise<Visit> {
  const others = Object.fromEntries(further.map((id) => [id, keys]));
  return (
    await startSite({ socialProviders: { github: { ...keys, disableImplicitSignUp: true }, google: keys, ...others } })
  ).visit();
}
const labelOf = (name: string): string => fill(en.social.continueWith, { provider: name });
const button = (name: string): HTMLElement => screen.getByRole("button", { name: labelOf(name) });
const names = (): (string | null)[] =>
  screen
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label") ?? one.querySelector(".lk-button-label")?.textContent ?? "");

/** A visit to a site whose server returns no capabilities. */
async function visitOldSite(): Promise<Visit> {
  return (await startSite({ disabledPaths: ["/capabilities"] })).visit();
}

test("if the app doesn't choose, all of the server's providers are shown, in the server's order", async () => {
  const { container } = (await visitSite(["gitlab"])).show(<SocialButtons />);
  expect(names()).toEqual(["GitHub", "Google", "GitLab"].map(labelOf));
  expect(container.querySelectorAll("svg.lk-mark")).toHaveLength(3);
  for (const mark of container.querySelectorAll(".lk-mark")) expect(mark.getAttribute("aria-hidden")).toBe("true");
});

test("the app can order and filter the providers, but not add one", async () => {
  (await visitSite(["gitlab"])).show(<SocialButtons />, {
    providers: ["acme", { id: "google", name: "Acme Workspace" }, "github"],
  });
  expect(names()).toEqual(["Acme Workspace", "GitHub"].map(labelOf));
});

test("if the server returns no capabilities, the app chooses the providers, and can pass names and logos", async () => {
  const own = [{ id: "acme", mark: <img alt="" src="/acme.svg" /> }, "constructor", { id: "sso", name: "Acme login" }];
  const { container } = (await visitOldSite()).show(<SocialButtons />, { providers: own });
  await screen.findByRole("button", { name: labelOf("Acme") });
  expect(button("Acme").querySelector("img")?.getAttribute("src")).toBe("/acme.svg");
  expect(names()).toEqual(["Acme", "Constructor", "Acme login"].map(labelOf));
  expect(container.querySelector<HTMLElement>(".lk-mark-letter")?.dataset.letter).toBe("C");
});

test.each([
  [4, 4, 1],
  [5, 5, 1],
  [6, 3, 1],
  [7, 4, 2],
  [9, 5, 2],
  [11, 4, 2],
])("%i providers are icons with names, in rows of %i with the last one centered", async (count, columns, start) => {
  const ids = ["gitlab", "discord", "twitch", "spotify", "reddit", "zoom", "dropbox", "linkedin", "facebook"];
  const { container } = (await visitSite(ids.slice(0, count - 2))).show(<SocialButtons />);
  expect(screen.getAllByRole("button")).toHaveLength(count);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(Array(count).fill(""));
  expect(names()[0]).toBe(labelOf("GitHub"));
  const grid = container.querySelector<HTMLElement>(".lk-social-icons");
  expect(grid?.style.gridTemplateColumns).toBe(`repeat(${2 * columns}, minmax(0, 1fr))`);
  const lastRow = [...(grid?.children ?? [])].slice(Math.floor((count - 1) / columns) * columns);
  expect((lastRow[0] as HTMLElement).style.gridColumn).toBe(`${start} / span 2`);
});

test("an icon's name appears on focus", async () => {
  const { person } = (await visitSite(["gitlab", "discord"])).show(<SocialButtons />);
  await person.tab();
  expect((await screen.findAllByText(labelOf("GitHub"))).length).toBeGreaterThan(0);
});

test.each([
  ["list", ".lk-social-list"],
  ["grid", ".lk-social-grid"],
  ["icons", ".lk-social-icons"],
] as const)("the app can choose the arrangement: %s", async (social, selector) => {
  const { container } = (await visitSite()).show(<SocialButtons />, { appearance: { social } });
  expect(container.querySelectorAll(`${selector} > button`)).toHaveLength(2);
});

test("the last used provider comes first next time, and only its ID is stored", async () => {
  const visit = await visitSite(["gitlab", "discord"]);
  const { person, unmount } = visit.show(<SignIn email="ann@example.com" />);
  await person.click(button("GitLab"));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(names()[0]).toBe(labelOf("GitHub"));
  expect(localStorage.getItem(lastUsedKey)).toBe("gitlab");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("ann@");
  unmount();
  const { container } = visit.show(<SocialButtons />);
  expect(container.querySelectorAll(".lk-social > button")).toHaveLength(1);
  expect(names()[0]).toContain(labelOf("GitLab"));
  expect(screen.getByRole("button", { name: labelOf("GitLab"), description: en.signIn.lastUsed })).toBeTruthy();
  expect(screen.getAllByRole("button")).toHaveLength(4);
  cleanup();
  visit.show(<SignIn search="?error=access_denied" />);
  await waitFor(() => expect(localStorage.getItem(lastUsedKey)).toBeNull());
});

test("without providers, nothing renders, and a duplicate provider throws an error", async () => {
  const visit = (await startSite()).visit();
  visit.show(<SignIn />);
  expect(screen.queryByText(en.social.or)).toBeNull();
  expect(() => visit.show(<SignIn />, { providers: ["github", { id: "github" }] })).toThrow(
    'AuthUiProvider: providers contains "github" twice. Remove one of them.',
  );
});

test("sign-up leaves out providers that create no users", async () => {
  const google = { ...keys, disableSignUp: true };
  const visit = (await startSite({ socialProviders: { github: keys, google } })).visit();
  visit.show(<SignUp />);
  expect(screen.getByRole("button", { name: labelOf("GitHub") })).toBeTruthy();
  expect(screen.queryByRole("button", { name: labelOf("Google") })).toBeNull();
});

test("a press redirects to the provider once, and the button stays busy and blocks the other buttons until the page is left", async () => {
  const visit = await visitSite();
  const release = visit.hold("/sign-in/social");
  const { person } = visit.show(<SignIn />, { providers });
  await person.dblClick(button("GitHub"));
  await person.click(button("Google"));
  expect(button("GitHub").getAttribute("aria-busy")).toBe("true");
  expect(button("Google").getAttribute("aria-disabled")).toBe("true");
  release();
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const url = new URL(visit.left[0] as string);
  expect([url.origin, url.pathname]).toEqual(["https://github.com", "/login/oauth/authorize"]);
  expect(visit.asked).toEqual(["/sign-in/social"]);
  expect(button("GitHub").getAttribute("aria-busy")).toBe("true");
});

test("after the browser's Back button, the buttons work again", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />, { providers });
  await person.click(button("GitHub"));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const pageshow = (persisted: boolean): boolean =>
    fireEvent(window, Object.assign(new Event("pageshow"), { persisted }));
  act(() => void pageshow(false));
  expect(button("GitHub").getAttribute("aria-busy")).toBe("true");
  act(() => void pageshow(true));
  expect(button("GitHub").getAttribute("aria-busy")).toBeNull();
  await person.click(button("Google"));
  await waitFor(() => expect(visit.left).toHaveLength(2));
});

test("users return to the destination, or to this page after an error, and sign-up requests a new user", async () => {
  const visit = await visitSite();
  const sent: unknown[] = [];
  visit.onSend = (path, body) => void (path === "/sign-in/social" && sent.push(body));
  history.replaceState(null, "", "/sign-up?plan=pro&redirectTo=%2Fa%3Fb%23c&error=access_denied&error_description=no");
  const { person } = visit.show(<SignUp />, { providers, paths: { home: "/app" } });
  await person.click(button("GitHub"));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(sent).toEqual([
    {
      provider: "github",
      callbackURL: "http://app.test/a?b#c",
      errorCallbackURL: "http://app.test/sign-up?plan=pro&redirectTo=%2Fa%3Fb%23c",
      requestSignUp: true,
    },
  ]);
});

test("an unknown provider shows an error, and can be retried", async () => {
  const visit = await visitOldSite();
  const { person } = visit.show(<SocialButtons />, { providers: ["github"] });
  await person.click(await screen.findByRole("button", { name: labelOf("GitHub") }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.PROVIDER_NOT_FOUND);
  expect(button("GitHub").getAttribute("aria-busy")).toBeNull();
  visit.isOffline = true;
  await person.click(button("GitHub"));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(en.errors.NETWORK_ERROR));
});

test("the app can set the URLs", async () => {
  const visit = await visitSite();
  const sent: unknown[] = [];
  visit.onSend = (path, body) => void (path === "/sign-in/social" && sent.push(body));
  const where = { callbackURL: "/in", newUserCallbackURL: "/welcome", errorCallbackURL: "/oops" };
  const { person } = visit.show(<SocialButtons {...where} />, { providers });
  await person.click(button("GitHub"));
  await waitFor(() => expect(sent).toEqual([{ provider: "github", ...where }]));
});
