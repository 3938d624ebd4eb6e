// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { RequireSession } from "./require-session.tsx";

history.replaceState(null, "", "/projects/7?tab=files&q=a%26b#row-3");

watchScreens();

async function visitAsAnn(): Promise<Visit> {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const gate = (
  <RequireSession>
    <p>for members</p>
  </RequireSession>
);

test("shows a loading state, and then the content", async () => {
  const visit = await visitAsAnn();
  const release = visit.hold("/get-session");
  visit.show(gate);
  expect(screen.getByRole("status").textContent).toBe("Loading");
  expect(screen.queryByText("for members")).toBeNull();
  release();
  await screen.findByText("for members");
  expect(screen.queryByRole("status")).toBeNull();
  expect(visit.went).toEqual([]);
});

test("an app's own content is shown instead of the spinner while the session loads", async () => {
  const visit = await visitAsAnn();
  const release = visit.hold("/get-session");
  visit.show(<RequireSession loading={<p>the shape of the page</p>}>for members</RequireSession>);
  screen.getByText("the shape of the page");
  expect(screen.queryByRole("status")).toBeNull();
  release();
  await screen.findByText("for members");
  expect(screen.queryByText("the shape of the page")).toBeNull();
});

test("signed-out users see the fallback and stay", async () => {
  const visit = (await startSite()).visit();
  visit.show(<RequireSession fallback={<p>for guests</p>}>for members</RequireSession>);
  await screen.findByText("for guests");
  expect(screen.queryByText("for members")).toBeNull();
  expect(visit.went).toEqual([]);
});

test("without a fallback, signed-out users are redirected once to the sign-in page, with this URL as the destination", async () => {
  const visit = (await startSite()).visit();
  const page = () =>
    visit.wrap(<StrictMode>{gate}</StrictMode>, {
      navigate: (path) => void visit.went.push(path),
      paths: { signIn: "/door" },
    });
  const { rerender } = visit.show(gate, { navigate: () => {} });
  await waitFor(() => expect(visit.client.$stores.session.get().isPending).toBe(false));
  rerender(page());
  rerender(page());
  rerender(page());
  await waitFor(() =>
    expect(visit.went).toEqual(["/door?redirectTo=%2Fprojects%2F7%3Ftab%3Dfiles%26q%3Da%2526b%23row-3"]),
  );
});

test("when a session ends, the content is hidden and the user is asked to sign in", async () => {
  const visit = await visitAsAnn();
  visit.show(gate);
  await screen.findByText("for members");
  await visit.client.signOut();
  await waitFor(() => expect(visit.went).toHaveLength(1));
  expect(new URLSearchParams(visit.went[0]?.split("?")[1]).get("redirectTo")).toBe(
    "/projects/7?tab=files&q=a%26b#row-3",
  );
  expect(screen.queryByText("for members")).toBeNull();
});

test("an unreachable server redirects no one, and a retry shows the content", async () => {
  const visit = await visitAsAnn();
  visit.isOffline = true;
  const { person } = visit.show(gate);
  expect((await screen.findByRole("alert")).textContent).toContain(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: en.tryAgain }));
  await screen.findByText("for members");
  expect(visit.went).toEqual([]);
});

test("the home page needs no destination, and a plugin handles the redirect for a second factor", async () => {
  const visit = (await startSite()).visit();
  const { unmount } = visit.show(gate, { paths: { home: "/projects/7?tab=files&q=a%26b#row-3" } });
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  unmount();
  history.replaceState(null, "", "/projects/7?twoFactorRedirect=true");
  visit.show(gate, { plugins: [{ id: "second-factor", onChallenge: () => true }] });
  await waitFor(() => expect(visit.client.$stores.session.get().isPending).toBe(false));
  expect(visit.went).toEqual(["/sign-in"]);
  history.replaceState(null, "", "/projects/7?tab=files&q=a%26b#row-3");
});
