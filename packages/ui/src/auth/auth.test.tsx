// @vitest-environment jsdom

import { act, cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { Auth } from "./auth.tsx";

history.replaceState(null, "", "/sign-in?redirectTo=%2Fa%23b");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/sign-in?redirectTo=%2Fa%23b"));

const heading = (name: string): HTMLElement => screen.getByRole("heading", { name });

test("each path has its page, and other paths show the fallback", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  await visit.client.getSession();
  const { rerender } = visit.show(<Auth path="/sign-in" />);
  await waitFor(() => expect(visit.client.$stores.session.get().isPending).toBe(false));
  const pages = {
    "/sign-in": en.signIn.title,
    "/sign-up/": en.signUp.title,
    "/forgot-password": en.forgotPassword.title,
    "/reset-password": en.resetPassword.invalidTitle,
    "/email-verified": en.emailVerified.openTitle,
    "/auth-error": en.authError.title,
    "/account-deleted": en.accountDeleted.title,
  };
  for (const [path, title] of Object.entries(pages)) {
    rerender(visit.wrap(<Auth path={path} />));
    await screen.findByRole("heading", { name: title });
  }
  rerender(visit.wrap(<Auth path="/elsewhere" fallback={<p>Not found</p>} />));
  expect(screen.getByText("Not found")).toBeTruthy();
});

test("all pages and their links can have a base path", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  visit.show(<Auth path="/auth/sign-in" />, { basePath: "/auth/", paths: { signUp: "/join" } });
  heading(en.signIn.title);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/auth/forgot-password?redirectTo=%2Fa%23b", "/join?redirectTo=%2Fa%23b"]);
  cleanup();
  visit.show(<Auth path="/join" />, { basePath: "/auth", paths: { signUp: "/join" } });
  heading(en.signUp.title);
});

test("without a path, it follows the browser's Back and Forward", async () => {
  const visit = (await startSite()).visit();
  visit.show(<Auth />);
  heading(en.signIn.title);
  history.replaceState(null, "", "/sign-up");
  act(() => void dispatchEvent(new PopStateEvent("popstate")));
  expect(document.activeElement).toBe(heading(en.signUp.title));
});

const SecondStep = (): ReactElement => <p>A second step</p>;

test("plugins add pages", async () => {
  const visit = (await startSite()).visit();
  const plugins = [{ id: "steps", authPages: [{ path: "/second-step", Page: SecondStep }] }];
  visit.show(<Auth path="/second-step" />, { plugins });
  expect(screen.getByText("A second step")).toBeTruthy();
});

test("the app's layout, logo, and class names apply", async () => {
  const visit = (await startSite()).visit();
  const appearance = {
    layout: "split",
    brandPanel: <p>Welcome to Acme</p>,
    logo: <b>Acme</b>,
    classNames: { card: "own" },
  } as const;
  const { container } = visit.show(<Auth path="/sign-in" appearance={appearance} />);
  expect(container.querySelectorAll(".lk-root")).toHaveLength(1);
  expect(container.querySelector<HTMLElement>(".lk-root")?.dataset).toMatchObject({ kind: "auth", layout: "split" });
  expect(container.querySelector(".lk-logo")?.textContent).toBe("Acme");
  expect(container.querySelector(".lk-split-panel")?.textContent).toBe("Welcome to Acme");
  expect(container.querySelector(".lk-card")?.classList.contains("own")).toBe(true);
});
