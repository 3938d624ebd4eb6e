// @vitest-environment jsdom

import type { TestBrowser } from "@latchkey/test-kit";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { firefox, iPhone } from "../../test/user-agents.ts";
import { en } from "../texts/en.ts";
import { SessionList } from "./session-list.tsx";

watchScreens();

interface Devices {
  /** The session of the rendered page. */
  readonly visit: Visit;
  readonly phone: TestBrowser;
  readonly tablet: TestBrowser;
}

/** Ann is signed in on three devices. The last one has no user agent. */
async function signInEverywhere(): Promise<Devices> {
  const site = await startSite();
  const visit = site.visit();
  const [phone, tablet] = [site.browser(), site.browser()];
  const credentials = { email: "ann@example.com", password: "correct horse battery" };
  await visit.browser.post("/sign-up/email", { ...credentials, name: "Ann" }, { "user-agent": firefox });
  await phone.post("/sign-in/email", credentials, { "user-agent": iPhone });
  await tablet.post("/sign-in/email", credentials);
  return { visit, phone, tablet };
}

const rows = (): Promise<HTMLElement[]> => screen.findAllByRole("listitem");
const titles = (): (string | undefined)[] =>
  screen.queryAllByRole("listitem").map((row) => row.querySelector(".lk-list-title")?.textContent?.trim());
const isSignedIn = async (device: TestBrowser): Promise<boolean> => (await device.get("/get-session")).body !== null;
const endOthers = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Sign out all other devices" });

test("every device is listed, this one first and without a way to end it", async () => {
  const { visit } = await signInEverywhere();
  visit.show(<SessionList />);
  const [own, ...others] = await rows();
  expect(titles()).toEqual([
    "Firefox on Linux This device",
    expect.stringMatching(/Unknown device|Safari on iOS/),
    expect.stringMatching(/Unknown device|Safari on iOS/),
  ]);
  expect(within(own as HTMLElement).queryByRole("button")).toBeNull();
  expect(own?.textContent).toContain("203.0.113.7");
  expect(others).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Sign out Safari on iOS" })).toBeTruthy();
});

test("while it is not known which device this is, none can be ended", async () => {
  const { visit } = await signInEverywhere();
  const release = visit.hold("/get-session");
  visit.show(<SessionList />);
  await waitFor(() => expect(visit.asked).toContain("/get-session"));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("Loading…")).toBeTruthy();
  release();
  expect(await rows()).toHaveLength(3);
  expect(screen.queryByText("Loading…")).toBeNull();
});

test("a device that is ended is signed out and goes from the list, which is announced and gets the focus", async () => {
  const { visit, phone, tablet } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  await person.click(await screen.findByRole("button", { name: "Sign out Safari on iOS" }));
  expect((await screen.findByRole("status")).textContent).toBe("That device is signed out.");
  await waitFor(() => expect(titles()).toEqual(["Firefox on Linux This device", "Unknown device"]));
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, true]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("list")[0]));
});

test("two presses end a device once, and its button says that it is busy", async () => {
  const { visit } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const button = await screen.findByRole("button", { name: "Sign out Safari on iOS" });
  const release = visit.hold("/revoke-session");
  await person.dblClick(button);
  await person.keyboard("{Enter}");
  expect(button.getAttribute("aria-busy")).toBe("true");
  release();
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(visit.asked.filter((path) => path === "/revoke-session")).toHaveLength(1);
});

test("a session that was ended elsewhere goes from the list when the window is looked at again", async () => {
  const { visit, tablet } = await signInEverywhere();
  visit.show(<SessionList />);
  expect(await rows()).toHaveLength(3);
  await tablet.post("/sign-out");
  fireEvent.focus(window);
  await waitFor(() => expect(titles()).toEqual(["Firefox on Linux This device", "Safari on iOS"]));
});

test("ending what has ended elsewhere already comes to the same", async () => {
  const { visit, phone } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const button = await screen.findByRole("button", { name: "Sign out Safari on iOS" });
  await phone.post("/sign-out");
  await person.click(button);
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a list that was asked for before a device was ended does not bring it back", async () => {
  const { visit } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const button = await screen.findByRole("button", { name: "Sign out Safari on iOS" });
  const release = visit.hold("/list-sessions");
  fireEvent.focus(window);
  visit.hold("/list-sessions")();
  await person.click(button);
  await waitFor(() => expect(titles()).toHaveLength(2));
  release();
  await waitFor(() => expect(visit.answered.filter((path) => path === "/list-sessions")).toHaveLength(3));
  expect(titles()).toHaveLength(2);
});

test("all others are ended only after a question, in which Cancel has the focus", async () => {
  const { visit, phone } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const opener = await endOthers();
  opener.focus();
  await person.keyboard("{Enter}");
  const dialog = await screen.findByRole("alertdialog", { name: "Sign out all other devices?" });
  expect(dialog.getAttribute("aria-describedby")).toBe(screen.getByText(/^Everyone signed in elsewhere/).id);
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(visit.asked).not.toContain("/revoke-other-sessions");
  expect(await isSignedIn(phone)).toBe(true);
});

test("once confirmed, this device alone is left, and the question goes with the others", async () => {
  const { visit, phone, tablet } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  await person.click(await endOthers());
  await person.tab();
  await person.keyboard("{Enter}");
  expect((await screen.findByRole("status")).textContent).toBe("All other devices are signed out.");
  await waitFor(() => expect(titles()).toEqual(["Firefox on Linux This device"]));
  expect(screen.queryByRole("button")).toBeNull();
  expect(await Promise.all([visit.browser, phone, tablet].map(isSignedIn))).toEqual([true, false, false]);
});

test("when this device was ended elsewhere, that is said, and the list is gone", async () => {
  const { visit, phone } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const button = await screen.findByRole("button", { name: "Sign out Safari on iOS" });
  await phone.post("/revoke-other-sessions");
  await person.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.UNAUTHORIZED);
  await waitFor(() => expect(titles()).toEqual([]));
});

test("a device that could not be ended stays, and the reason is announced", async () => {
  const { visit, phone } = await signInEverywhere();
  const { person } = visit.show(<SessionList />);
  const button = await screen.findByRole("button", { name: "Sign out Safari on iOS" });
  visit.isOffline = true;
  await person.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  expect(titles()).toHaveLength(3);
  expect(button.hasAttribute("aria-busy")).toBe(false);
  expect(await isSignedIn(phone)).toBe(true);
});
