// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/sign-in" }

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { SocialButtons } from "./social-buttons.tsx";

watchScreens();
beforeEach(() => history.replaceState(null, "", "/sign-in"));

const providers = ["github", "google", { id: "acme", name: "Acme login" }];
const keys = { clientId: "app", clientSecret: "secret" };

async function visitSite(): Promise<Visit> {
  return (
    await startSite({ socialProviders: { github: { ...keys, disableImplicitSignUp: true }, google: keys } })
  ).visit();
}
const button = (name: string): HTMLElement => screen.getByRole("button", { name: `Continue with ${name}` });

test("each provider has a button with its mark, in the app's order, with the app's name", async () => {
  const { container } = (await visitSite()).show(<SocialButtons />, { providers });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Continue with GitHub",
    "Continue with Google",
    "Continue with Acme login",
  ]);
  expect(container.querySelectorAll("svg.lk-mark")).toHaveLength(2);
  expect(container.querySelector<HTMLElement>(".lk-mark-letter")?.dataset.letter).toBe("A");
  for (const mark of container.querySelectorAll(".lk-mark")) expect(mark.getAttribute("aria-hidden")).toBe("true");
});

test("an app can bring a mark of its own; ids that every object has are ids like others", async () => {
  const own = [{ id: "acme", mark: <img alt="" src="/acme.svg" /> }, "constructor"];
  const { container } = (await visitSite()).show(<SocialButtons />, { providers: own });
  expect(button("Acme").querySelector("img")?.getAttribute("src")).toBe("/acme.svg");
  expect(button("Constructor")).toBeTruthy();
  expect(container.querySelector<HTMLElement>(".lk-mark-letter")?.dataset.letter).toBe("C");
});

test("many stand with their names alone, and are called in full", async () => {
  (await visitSite()).show(<SocialButtons />, { providers: ["github", "google", "apple", "twitter"] });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "GitHub",
    "Google",
    "Apple",
    "X",
  ]);
  expect(button("X").textContent).toBe("X");
});

test("without providers nothing is there; the same one twice is a mistake", async () => {
  const visit = await visitSite();
  visit.show(<SignIn />);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).not.toContain("or");
  expect(screen.queryByText("or")).toBeNull();
  expect(() => visit.show(<SignIn />, { providers: ["github", { id: "github" }] })).toThrow(
    'AuthUiProvider: providers names "github" twice.',
  );
});

test("pressing one leads to the provider once, is busy until the page is gone, and blocks the others", async () => {
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

test("who comes back by the browser's button can press again", async () => {
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

test("one comes back home, or to this page when it fails; signing up asks for a user", async () => {
  const visit = await visitSite();
  const sent: unknown[] = [];
  visit.onSend = (path, body) => void (path === "/sign-in/social" && sent.push(body));
  history.replaceState(null, "", "/sign-up?plan=pro&error=access_denied&error_description=no");
  const { person } = visit.show(<SignUp />, { providers, paths: { home: "/app" } });
  await person.click(button("GitHub"));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(sent).toEqual([
    {
      provider: "github",
      callbackURL: "http://app.test/app",
      errorCallbackURL: "http://app.test/sign-up?plan=pro",
      requestSignUp: true,
    },
  ]);
});

test("a provider that the server does not know is said, and can be tried again", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SocialButtons />, { providers });
  await person.click(button("Acme login"));
  expect((await screen.findByRole("alert")).textContent).toBe("This way of signing in is not available here.");
  expect(button("Acme login").getAttribute("aria-busy")).toBeNull();
  visit.isOffline = true;
  await person.click(button("GitHub"));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^The server cannot be reached/));
});

test("an app can say where to go", async () => {
  const visit = await visitSite();
  const sent: unknown[] = [];
  visit.onSend = (path, body) => void (path === "/sign-in/social" && sent.push(body));
  const where = { callbackURL: "/in", newUserCallbackURL: "/welcome", errorCallbackURL: "/oops" };
  const { person } = visit.show(<SocialButtons {...where} />, { providers });
  await person.click(button("GitHub"));
  await waitFor(() => expect(sent).toEqual([{ provider: "github", ...where }]));
});
