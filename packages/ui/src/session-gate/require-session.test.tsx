// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { RequireSession } from "./require-session.tsx";

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

test("while the session is read that is said, and then the content is there", async () => {
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

test("who is not signed in sees the fallback and stays", async () => {
  const visit = (await startSite()).visit();
  visit.show(<RequireSession fallback={<p>for guests</p>}>for members</RequireSession>);
  await screen.findByText("for guests");
  expect(screen.queryByText("for members")).toBeNull();
  expect(visit.went).toEqual([]);
});

test("without a fallback they are sent to the sign-in path once, however often the app renders", async () => {
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
  await waitFor(() => expect(visit.went).toEqual(["/door"]));
});

test("a session that ends takes the content away and leads to the door", async () => {
  const visit = await visitAsAnn();
  visit.show(gate);
  await screen.findByText("for members");
  await visit.client.signOut();
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  expect(screen.queryByText("for members")).toBeNull();
});

test("a server that cannot be reached sends nobody away; trying again shows the content", async () => {
  const visit = await visitAsAnn();
  visit.isOffline = true;
  const { person } = visit.show(gate);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The server cannot be reached/);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("for members");
  expect(visit.went).toEqual([]);
});
