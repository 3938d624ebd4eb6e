// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Devices } from "../sessions/devices.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { errorText } from "../texts/texts.ts";
import { Screen } from "./screen.tsx";

watchScreens();

/** Simulates losing or restoring the connection. */
function connect(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

test("the first component on a page says that the browser is offline, until it's back online", async () => {
  const visit = (await startSite()).visit();
  const last = <Screen key="last">Last</Screen>;
  const first = <Screen key="first">First</Screen>;
  const shown = visit.show([first, last]);
  const banners = (): (string | null | undefined)[] =>
    screen.queryAllByText(en.offline).map((banner) => banner.closest(".lk-root")?.textContent);
  expect(banners()).toEqual([]);
  connect(false);
  expect(banners()).toEqual([`${en.offline}First`]);
  expect(screen.getByRole("status").textContent).toBe(en.offline);
  shown.rerender(visit.wrap([last]));
  expect(banners()).toEqual([`${en.offline}Last`]);
  connect(true);
  expect(banners()).toEqual([]);
});

test("a component that appears while the browser is offline also says so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  (await startSite()).visit().show(<Screen>Page</Screen>);
  expect(screen.getByText(en.offline)).toBeTruthy();
});

test("a form says that there's no connection, keeps its input, and can be submitted once it's back", async () => {
  const site = await startSite();
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  const { person } = visit.show(<SignIn />);
  const email = await screen.findByLabelText<HTMLInputElement>(en.email);
  const password = screen.getByLabelText<HTMLInputElement>(en.password);
  await person.type(email, "ann@example.com");
  await person.type(password, testPassword);
  visit.isOffline = true;
  connect(false);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.noConnection);
  expect([email.value, password.value]).toEqual(["ann@example.com", testPassword]);
  visit.isOffline = false;
  connect(true);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("a list that couldn't load because of the connection loads once the browser is online", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  const initialSession = (await visit.browser.get<{ session: object; user: object }>("/get-session")).body;
  visit.isOffline = true;
  connect(false);
  visit.show(<Devices />, { initialSession });
  await screen.findByText(en.noConnection);
  visit.isOffline = false;
  connect(true);
  await screen.findAllByText(en.sessions.activeNow);
  expect(screen.queryByText(en.noConnection)).toBeNull();
});

test("if the server can't be reached while the browser is online, the error doesn't mention the connection", () => {
  const error = { code: "NETWORK_ERROR", message: "" };
  expect(errorText(en, error)).toBe(en.errors.NETWORK_ERROR);
  connect(false);
  expect(errorText(en, error)).toBe(en.noConnection);
  expect(errorText(en, { code: "FORBIDDEN", message: "" })).toBe(en.errors.FORBIDDEN);
});
