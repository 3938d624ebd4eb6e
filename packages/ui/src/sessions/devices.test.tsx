// @vitest-environment jsdom

import type { TestBrowser } from "@latchkey/test-kit";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { firefox, iPhone } from "../../test/user-agents.ts";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { Devices } from "./devices.tsx";

watchScreens();

const texts = en.sessions;
const computer = fill(texts.device, { browser: "Firefox", system: "Linux" });
const iphone = fill(texts.device, { browser: "Safari", system: "iOS" });
const endPhone = fill(texts.revokeLabel, { device: iphone });

interface Signed {
  /** The browser that renders the page. */
  readonly visit: Visit;
  readonly phone: TestBrowser;
  readonly tablet: TestBrowser;
}

/** Signs Ann in on at least three devices. The last one has no user agent. */
async function signInEverywhere(more = 0): Promise<Signed> {
  const site = await startSite();
  const visit = site.visit();
  const credentials = { email: "ann@example.com", password: "correct horse battery" };
  await visit.browser.post("/sign-up/email", { ...credentials, name: "Ann" }, { "user-agent": firefox });
  for (let count = 0; count < more; count++) await site.browser().post("/sign-in/email", credentials);
  const [phone, tablet] = [site.browser(), site.browser()];
  await phone.post("/sign-in/email", credentials, { "user-agent": iPhone });
  await tablet.post("/sign-in/email", credentials);
  return { visit, phone, tablet };
}

const rows = (): HTMLElement[] => screen.queryAllByRole("listitem");
const names = (): (string | undefined)[] =>
  rows().map((row) => row.querySelector(".lk-list-title")?.textContent?.trim());
const isSignedIn = async (device: TestBrowser): Promise<boolean> => (await device.get("/get-session")).body !== null;
const announced = (): string | null => document.querySelector(".lk-section > [role=status]")?.textContent ?? null;

test("lists every device, first the current one without a button, and shows the IP address on focus", async () => {
  const { visit } = await signInEverywhere();
  const { person } = visit.show(<Devices />);
  await screen.findByRole("button", { name: endPhone });
  expect(names()).toHaveLength(3);
  const own = within(rows()[0] as HTMLElement);
  expect(names()[0]).toBe(computer);
  expect(own.getByText(texts.current)).toBeTruthy();
  expect(own.queryByRole("button", { name: fill(texts.revokeLabel, { device: computer }) })).toBeNull();
  await person.tab();
  await person.tab();
  expect(document.activeElement?.textContent).toBe(texts.activeNow);
  expect((await screen.findByRole("tooltip")).textContent).toContain("203.0.113.7");
});

test("has no buttons until the current device is known", async () => {
  const { visit } = await signInEverywhere();
  const release = visit.hold("/get-session");
  visit.show(<Devices />);
  await waitFor(() => expect(visit.asked).toContain("/get-session"));
  expect([screen.queryByRole("button"), visit.asked.includes("/list-sessions")]).toEqual([null, false]);
  expect(screen.getByText(`${en.loading}…`)).toBeTruthy();
  release();
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test("signing out of a device removes its row right away, and the next row gets focus", async () => {
  const { visit, phone, tablet } = await signInEverywhere();
  const { person } = visit.show(<Devices />);
  const button = await screen.findByRole("button", { name: endPhone });
  const release = visit.hold("/revoke-session");
  await person.click(button);
  expect(names()).toEqual([computer, texts.unknownDevice]);
  const rest = screen.getByRole("button", { name: fill(texts.revokeLabel, { device: texts.unknownDevice }) });
  expect(document.activeElement).toBe(rest);
  expect(announced()).toBe("");
  release();
  await waitFor(() => expect(announced()).toBe(texts.revoked));
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, true]);
  await person.click(rest);
  await waitFor(() => expect(names()).toEqual([computer]));
  expect(document.activeElement).toBe(screen.getByRole("list", { name: texts.title }));
});

test("a device that couldn't be signed out reappears with an error in its row, and has focus again", async () => {
  const { visit, phone } = await signInEverywhere();
  const { person } = visit.show(<Devices />);
  const button = await screen.findByRole("button", { name: endPhone });
  visit.isOffline = true;
  await person.click(button);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(en.errors.NETWORK_ERROR);
  expect(alert.closest("li")?.textContent).toContain(iphone);
  expect([names().length, await isSignedIn(phone)]).toEqual([3, true]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: endPhone })));
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: endPhone }));
  await waitFor(() => expect(announced()).toBe(texts.revoked));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a device that reappears doesn't take the focus from where the user moved it", async () => {
  const { visit } = await signInEverywhere();
  const { person } = visit.show(
    <>
      <Devices />
      <button type="button">Elsewhere</button>
    </>,
  );
  const button = await screen.findByRole("button", { name: endPhone });
  const release = visit.hold("/revoke-session");
  await person.click(button);
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  visit.isOffline = true;
  release();
  await screen.findByRole("alert");
  expect(document.activeElement).toBe(elsewhere);
});

test("a session that ended elsewhere disappears when the user returns to the window", async () => {
  const { visit, tablet } = await signInEverywhere();
  visit.show(<Devices />);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await tablet.post("/sign-out");
  fireEvent.focus(window);
  await waitFor(() => expect(names()).toEqual([computer, iphone]));
});

test("a list requested before a sign-out doesn't make the device reappear", async () => {
  const { visit } = await signInEverywhere();
  const { person } = visit.show(<Devices />);
  const button = await screen.findByRole("button", { name: endPhone });
  const release = visit.hold("/list-sessions");
  fireEvent.focus(window);
  await person.click(button);
  await waitFor(() => expect(announced()).toBe(texts.revoked));
  release();
  await waitFor(() => expect(visit.answered.filter((path) => path === "/list-sessions")).toHaveLength(2));
  expect(names()).toHaveLength(2);
});

test("signing out of all other devices asks for confirmation, and leaves only this device", async () => {
  const { visit, phone, tablet } = await signInEverywhere();
  const { person } = visit.show(<Devices />);
  const opener = await screen.findByRole("button", { name: texts.revokeOthers });
  await person.click(opener);
  const dialog = await screen.findByRole("alertdialog", { name: texts.revokeOthersTitle });
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: en.cancel }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(visit.asked).not.toContain("/revoke-other-sessions");
  await person.click(opener);
  visit.isOffline = true;
  await person.click(await screen.findByRole("button", { name: texts.revokeOthersConfirm }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: texts.revokeOthersConfirm }));
  await waitFor(() => expect(announced()).toBe(texts.othersRevoked));
  expect(names()).toEqual([computer]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("list", { name: texts.title })));
  expect(screen.queryByRole("button", { name: texts.revokeOthers })).toBeNull();
  expect(await Promise.all([visit.browser, phone, tablet].map(isSignedIn))).toEqual([true, false, false]);
});

test("with only one other device, there's no button for all other devices", async () => {
  const { visit, tablet } = await signInEverywhere();
  await tablet.post("/sign-out");
  visit.show(<Devices />);
  await waitFor(() => expect(names()).toEqual([computer, iphone]));
  expect(screen.queryByRole("button", { name: texts.revokeOthers })).toBeNull();
});

test("a long list starts with ten devices, and showing more moves focus to the first new row", async () => {
  const { visit } = await signInEverywhere(10);
  const { person } = visit.show(<Devices />);
  await waitFor(() => expect(rows()).toHaveLength(10));
  await person.click(screen.getByRole("button", { name: fill(texts.showMore.other, { count: "3" }) }));
  expect(rows()).toHaveLength(13);
  expect(rows()[10]?.contains(document.activeElement)).toBe(true);
}, 30_000);

test("if the list fails to load, it can be reloaded", async () => {
  const { visit } = await signInEverywhere();
  const release = visit.hold("/list-sessions");
  const { person } = visit.show(<Devices />);
  await waitFor(() => expect(visit.asked).toContain("/list-sessions"));
  visit.isOffline = true;
  release();
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: en.tryAgain }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});
