// @vitest-environment jsdom

/** Tests toasts, tables, drawers, navigation, loading, and errors. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { expect, test, vi } from "vitest";
import { button, visit as newVisit, prepareElements, show } from "../../test/primitives.tsx";
import { startSite } from "../../test/site.tsx";
import { AuthCard } from "../auth/auth-card.tsx";
import { en } from "../texts/en.ts";
import { Button } from "./button.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { Drawer } from "./drawer.tsx";
import { ErrorBoundary, ErrorPanel } from "./error-panel.tsx";
import { LoadError } from "./load-error.tsx";
import { SettingsLayout } from "./section.tsx";
import { Loading } from "./skeleton.tsx";
import { useToast } from "./toast.tsx";

prepareElements();

function Toaster({ onUndo }: { readonly onUndo?: () => void }): ReactElement {
  const toast = useToast();
  const [count, setCount] = useState(1);
  const add = (): void => {
    toast({ text: `Saved ${count}`, ...(onUndo ? { onUndo } : {}) });
    setCount(count + 1);
  };
  return <Button onClick={add}>Add</Button>;
}

test("at most three toasts are shown, announced by one existing region, and F8 moves to them", async () => {
  const onUndo = vi.fn();
  const { person } = await show(<Toaster onUndo={onUndo} />);
  const region = document.querySelector("[data-lk-announcer]");
  expect(region?.getAttribute("aria-live")).toBe("polite");
  for (let count = 0; count < 4; count++) await person.click(button("Add"));
  const list = within(screen.getByRole("region", { name: "Notifications (F8)" }));
  expect(list.queryByText("Saved 1")).toBeNull();
  expect(["Saved 2", "Saved 3", "Saved 4"].map((text) => list.queryByText(text)).every(Boolean)).toBe(true);
  expect(region?.textContent).toBe("Saved 4");
  fireEvent.keyDown(document.body, { key: "F8", code: "F8" });
  expect(screen.getByRole("region", { name: "Notifications (F8)" }).contains(document.activeElement)).toBe(true);
  await person.click(list.getAllByRole("button", { name: en.undo })[0] as HTMLElement);
  expect(onUndo).toHaveBeenCalledOnce();
});

const names = ["Ann", "Bob", "Cleo"];

type TableProps = Pick<DataTableProps<string>, "shortcuts" | "hasSearchKey"> & { onOpen(name: string): void };

function Table({ onOpen, ...keyProps }: TableProps): ReactElement {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      caption="People"
      columns={[{ id: "name", title: "Name", cell: (name: string) => name }]}
      rows={names}
      rowKey={(name) => name}
      empty="No one."
      selection={{ keys, label: (name) => `Select ${name}`, onChange: setKeys }}
      onOpen={onOpen}
      {...keyProps}
    />
  );
}

test("arrow keys move through a table, x and Shift select rows, Enter opens a row, and Escape clears the selection", async () => {
  const onOpen = vi.fn();
  const { person } = await show(<Table onOpen={onOpen} />);
  const chosen = (): string[] =>
    names.filter((name) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` }).checked);
  act(() => screen.getAllByRole("row")[1]?.focus());
  await person.keyboard("{ArrowDown}x");
  expect(chosen()).toEqual(["Bob"]);
  await person.keyboard("{Shift>}{ArrowDown}{/Shift}{Enter}");
  expect([chosen(), onOpen.mock.calls]).toEqual([["Bob", "Cleo"], [["Cleo"]]]);
  await person.keyboard("{Escape}");
  expect(chosen()).toEqual([]);
  await person.click(screen.getByRole("checkbox", { name: en.selectAll }));
  expect(chosen()).toEqual(names);
  await person.click(screen.getByText("Ann"));
  expect(onOpen).toHaveBeenLastCalledWith("Ann");
});

test("? lists the focused table's keys, and closing the list returns focus to the row", async () => {
  const visit = await newVisit();
  const { person, rerender } = visit.show(<Table onOpen={() => {}} hasSearchKey />);
  await person.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
  const row = screen.getAllByRole("row")[1];
  act(() => row?.focus());
  await person.keyboard("?");
  const list = within(screen.getByRole("dialog", { name: en.tableKeys.title }));
  expect(list.getAllByRole("term").map(({ textContent }) => textContent?.trim())).toEqual([
    "↑ ↓",
    "Home End",
    "Enter",
    "x",
    "Shift + ↑ Shift + ↓",
    "Esc",
    "/",
    "?",
  ]);
  expect(list.getAllByRole("definition")[2]?.textContent).toBe(en.tableKeys.open);
  // Inside the list, `?` doesn't open another list.
  await person.keyboard("?{Escape}");
  await waitFor(() => expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, row]));
  // `?` also works on a checkbox, which doesn't take text.
  await person.click(screen.getByRole("checkbox", { name: "Select Bob" }));
  await person.keyboard("?");
  await person.click(button(en.close));
  expect(screen.queryByRole("dialog")).toBeNull();
  rerender(visit.wrap(<Table onOpen={() => {}} shortcuts={false} />));
  screen.getByRole("checkbox", { name: "Select Bob" }).focus();
  await person.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("? can be typed in a table's field, and a table without shortcuts has no list", async () => {
  const cell = (name: string) => <input aria-label={name} />;
  const table = { caption: "People", rows: names, rowKey: (name: string) => name, empty: "No one." };
  const { person } = await show(
    <>
      <DataTable {...table} columns={[{ id: "name", title: "Name", cell }]} onOpen={() => {}} />
      <DataTable {...table} columns={[{ id: "name", title: "Name", cell: (name) => <a href="#x">To {name}</a> }]} />
    </>,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Bob" });
  await person.type(field, "Why?");
  screen.getByRole("link", { name: "To Bob" }).focus();
  await person.keyboard("?");
  expect([field.value, screen.queryByRole("dialog")]).toEqual(["Why?", null]);
});

test("a drawer takes focus and closes on Escape", async () => {
  const onClose = vi.fn();
  const { person } = await show(
    <Drawer open title="Event" onClose={onClose}>
      <Button>Copy</Button>
    </Drawer>,
  );
  expect(screen.getByRole("dialog", { name: "Event" }).contains(document.activeElement)).toBe(true);
  await person.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

function Opener(): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Details</Button>
      <Drawer open={open} title="Event" onClose={() => setOpen(false)}>
        <Button>Copy</Button>
      </Drawer>
    </>
  );
}

test("a drawer returns focus to the button that opened it", async () => {
  const { person } = await show(<Opener />);
  await person.click(screen.getByRole("button", { name: "Details" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Details" })));
});

test("the navigation marks the current section", async () => {
  const items = [
    { id: "profile", title: "Profile", href: "#profile" },
    { id: "members", title: "Members", href: "#members", count: 3 },
  ];
  await show(
    <SettingsLayout title="Account" nav={{ label: "Account", items, current: "members" }}>
      .
    </SettingsLayout>,
  );
  const links = within(screen.getByRole("navigation", { name: "Account" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("aria-current")])).toEqual([
    ["Profile", null],
    ["Members3", "page"],
  ]);
});

test("nothing shows for 150 ms, then a skeleton for at least 300 ms", async () => {
  const page = await newVisit();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const element = (pending: boolean) => (
      <Loading pending={pending} skeleton={<i>shape</i>}>
        content
      </Loading>
    );
    const { rerender } = page.show(element(true));
    const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
    pass(149);
    expect(screen.queryByText("shape")).toBeNull();
    pass(1);
    expect(screen.queryByText("shape")).not.toBeNull();
    rerender(page.wrap(element(false)));
    pass(299);
    expect(screen.queryByText("content")).toBeNull();
    pass(1);
    expect(screen.queryByText("content")).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["ErrorPanel", ErrorPanel],
  ["LoadError", LoadError],
])("an error shows its code and request id, and waits as long as the server says: %s", async (_, Shown) => {
  const onRetry = vi.fn();
  const details = { requestId: "req_1", retryAfter: 1 };
  const error = { code: "TOO_MANY_REQUESTS", message: "", status: 429, statusText: "", details };
  const { person } = await show(<Shown error={error} onRetry={onRetry} />);
  expect(screen.getByText("req_1")).toBeTruthy();
  await person.click(button("Try again in 1 s"));
  expect(onRetry).not.toHaveBeenCalled();
  await person.click(await screen.findByRole("button", { name: en.tryAgain }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each([
  ["ErrorPanel", ErrorPanel],
  ["LoadError", LoadError],
])("a missing permission offers no retry: %s", async (_, Shown) => {
  const error = { code: "FORBIDDEN", message: "", status: 403, statusText: "", details: {} };
  await show(<Shown error={error} onRetry={() => {}} />);
  expect(screen.getByText("FORBIDDEN")).toBeTruthy();
  expect(screen.queryByRole("button", { name: en.tryAgain })).toBeNull();
});

function Part({ state }: { readonly state: { readonly isBroken: boolean } }): ReactElement {
  if (state.isBroken) throw new Error("Import twoFactorClient().");
  return <p>fine</p>;
}

test("a real rate limit says how long to wait, and the panel disables the retry button", async () => {
  const rateLimit = { enabled: true, customRules: { "/list-sessions": { window: 60, max: 1 } } };
  const visit = (await startSite({ rateLimit })).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.client.listSessions();
  const { error } = await visit.client.listSessions();
  expect(error?.code).toBe("TOO_MANY_REQUESTS");
  visit.show(error ? <ErrorPanel error={error} onRetry={() => {}} /> : <p />);
  const wait = await screen.findByRole("button", { name: /^Try again in (60|59|58) s$/ });
  expect(wait.getAttribute("aria-disabled")).toBe("true");
});

test("a rendering error doesn't remove the page, and rendering can be retried", async () => {
  const state = { isBroken: true };
  const page = await newVisit();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { person } = page.show(
    <ErrorBoundary>
      <Part state={state} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Import twoFactorClient().");
  expect(log).toHaveBeenCalled();
  state.isBroken = false;
  await person.click(button(en.tryAgain));
  expect(screen.getByText("fine")).toBeTruthy();
});

test("a page whose title isn't known yet shows a skeleton, and says to screen readers only that it's loading", async () => {
  const { container } = await show(<AuthCard title={en.loading} pending />);
  const heading = screen.getByRole("heading", { name: en.loading });
  expect(within(heading).getByText(en.loading).className).toBe("lk-hidden");
  await waitFor(() => expect(heading.querySelector(".lk-skeleton")).not.toBeNull());
  expect(container.querySelectorAll(".lk-auth-skeleton > .lk-skeleton")).toHaveLength(2);
});
