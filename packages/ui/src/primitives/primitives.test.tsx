// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type ReactElement, type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { Button } from "./button.tsx";
import { Combobox } from "./combobox.tsx";
import { clampCrop, cropArea } from "./crop.ts";
import { DataTable } from "./data-table.tsx";
import { Drawer } from "./drawer.tsx";
import { EmailListField, splitEmails } from "./email-list-field.tsx";
import { ErrorBoundary, ErrorPanel } from "./error-panel.tsx";
import { Field } from "./field.tsx";
import { type Filter, FilterChips } from "./filter-chips.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { ImageField } from "./image-field.tsx";
import { Row, RowGroup } from "./row.tsx";
import { SettingsLayout } from "./section.tsx";
import { Loading } from "./skeleton.tsx";
import { useToast } from "./toast.tsx";

watchScreens();
beforeEach(() => {
  // jsdom has no layout to scroll, and no pointers to capture.
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.scrollIntoView = () => {};
});

const show = async (element: ReactNode, props?: Parameters<Awaited<ReturnType<typeof visit>>["show"]>[1]) =>
  (await visit()).show(element, props);
const visit = async () => (await startSite()).visit();
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

const refused = { code: "NAME_TAKEN", message: "Taken.", status: 400, statusText: "", details: {} };

test("one row is open at a time; Enter saves, Escape cancels, and the focus returns to Edit", async () => {
  const save = vi.fn(async (values: FormData) => ({ error: values.get("name") === "Bob" ? refused : null }));
  const inline = (label: string) => ({
    fields: (errors: Readonly<Record<string, string>>) => (
      <Field label={label} name="name" defaultValue="Ann" error={errors.name} />
    ),
    save,
    fieldByErrorCode: { NAME_TAKEN: "name" },
  });
  const { person } = await show(
    <RowGroup>
      <Row label="Name" value="Ann" inline={inline("New name")} />
      <Row label="Nickname" value="Annie" inline={inline("New nickname")} />
    </RowGroup>,
  );
  await person.click(button("Edit Name"));
  expect(document.activeElement).toBe(screen.getByLabelText("New name"));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Name")));
  expect(save).not.toHaveBeenCalled();

  await person.click(button("Edit Nickname"));
  await person.click(button("Edit Name"));
  expect(screen.queryByLabelText("New nickname")).toBeNull();
  await person.keyboard("Bob{Enter}");
  await waitFor(() => expect(screen.getByLabelText("New name").getAttribute("aria-invalid")).toBe("true"));
  await person.clear(screen.getByLabelText("New name"));
  await person.keyboard("Cleo{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Name")));
  expect(screen.getByText(en.saved)).toBeTruthy();
});

test("a row opens its dialog, and gets the focus back", async () => {
  const { person } = await show(
    <Row
      label="Email"
      value="ann@example.com"
      dialog={(state) => (
        <FormDialog
          {...state}
          title="Change email"
          text="."
          submit="Go"
          busy={false}
          problem={null}
          onSubmit={() => {}}
        >
          <Field label="New email" name="email" />
        </FormDialog>
      )}
    />,
  );
  await person.click(button("Edit Email"));
  expect(document.activeElement).toBe(await screen.findByLabelText("New email"));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Email")));
});

test("Escape in an edited dialog asks first; Cancel doesn't", async () => {
  const onClose = vi.fn();
  const { person } = await show(
    <FormDialog
      open
      title="Rename"
      text="."
      submit="Go"
      busy={false}
      problem={null}
      onSubmit={() => {}}
      onClose={onClose}
    >
      <Field label="Name" name="name" />
    </FormDialog>,
  );
  await person.type(screen.getByLabelText("Name"), "A");
  await person.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: en.discardTitle }));
  await person.click(question.getByRole("button", { name: en.keepEditing }));
  expect(onClose).not.toHaveBeenCalled();
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: en.discard }));
  expect(onClose).toHaveBeenCalledOnce();
  await person.click(button(en.cancel));
  expect(onClose).toHaveBeenCalledTimes(2);
});

function Toaster({ onUndo }: { readonly onUndo?: () => void }): ReactElement {
  const toast = useToast();
  const [count, setCount] = useState(1);
  const add = (): void => {
    toast({ text: `Saved ${count}`, ...(onUndo ? { onUndo } : {}) });
    setCount(count + 1);
  };
  return <Button onClick={add}>Add</Button>;
}

test("at most three toasts are shown, announced by one region that was there before, and F8 moves to them", async () => {
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

function Emails({ max }: { readonly max?: number }): ReactElement {
  const [emails, setEmails] = useState<readonly string[]>([]);
  return <EmailListField label="Emails" emails={emails} onChange={setEmails} {...(max ? { max } : {})} />;
}
const chips = (): (string | null)[] =>
  screen
    .queryAllByRole("listitem")
    .map((chip) => `${chip.textContent}${chip.hasAttribute("data-invalid") ? " (bad)" : ""}`);

test("emails are added by comma, space, Enter, and pasting; bad ones are red; Backspace removes the last", async () => {
  const { person } = await show(<Emails max={5} />);
  const input = screen.getByLabelText("Emails");
  await person.type(input, "ann@example.com,bob@example.com nobody{Enter}");
  expect(chips()).toEqual(["ann@example.com", "bob@example.com", "nobody (bad)"]);
  expect(screen.getByText(en.emailListInvalid)).toBeTruthy();
  await person.keyboard("{Backspace}");
  expect(chips()).toEqual(["ann@example.com", "bob@example.com"]);
  await person.click(input);
  await person.paste("ANN@example.com; c@example.com\nd@example.com\te@example.com, f@example.com");
  expect(chips()).toHaveLength(5);
  expect(screen.getByText("You can add up to 5 emails.")).toBeTruthy();
  await person.click(button("Remove c@example.com"));
  expect(chips()).not.toContain("c@example.com");
  expect(document.activeElement).toBe(input);
});

test("emails with names in front are taken from the brackets", () => {
  expect(splitEmails('"Ann, A." <ann@example.com>, Bob <bob@example.com>')).toEqual([
    "ann@example.com",
    "bob@example.com",
  ]);
});

function Filters(): ReactElement {
  const [filters, setFilters] = useState<readonly Filter[]>([
    { id: "status", label: "Status", selected: [], options: [{ value: "b", label: "Banned" }], multiple: true },
    { id: "role", label: "Role", selected: [], options: ["admin", "user"].map((value) => ({ value, label: value })) },
  ]);
  const change = (id: string, selected: readonly string[]): void =>
    setFilters(filters.map((one) => (one.id === id ? { ...one, selected } : one)));
  return (
    <FilterChips
      filters={filters}
      onChange={change}
      onClear={() => setFilters(filters.map((one) => ({ ...one, selected: [] })))}
    />
  );
}

test("filters are chosen in a panel, shown on their chip, and cleared one by one or together", async () => {
  const { person } = await show(<Filters />);
  await person.click(button("Status"));
  await person.click(await screen.findByRole("checkbox", { name: "Banned" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Status: Banned")));
  await person.click(button("Role"));
  await person.click(await screen.findByRole("radio", { name: "admin" }));
  await person.keyboard("{Escape}");
  await person.click(button("Clear Status"));
  expect([screen.queryByRole("button", { name: "Status" }), button("Role: admin")].every(Boolean)).toBe(true);
  await person.click(button(en.clearFilters));
  expect(button("Role")).toBeTruthy();
  expect(screen.queryByRole("button", { name: en.clearFilters })).toBeNull();
});

test("a combobox filters as one types, and arrows and Enter choose", async () => {
  const onSelect = vi.fn();
  const options = ["Ann", "Anton", "Bob"].map((label) => ({ value: label, label }));
  const { person } = await show(<Combobox label="Person" options={options} onSelect={onSelect} />);
  const input = screen.getByRole("combobox", { name: "Person" });
  expect(input.getAttribute("aria-expanded")).toBe("false");
  await person.type(input, "an");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Ann", "Anton"]);
  await person.keyboard("{ArrowDown}{Enter}");
  expect(onSelect.mock.calls).toEqual([["Anton"]]);
  await person.type(input, "zz");
  expect(screen.getByText(en.noResults)).toBeTruthy();
  await person.keyboard("{Escape}");
  expect(input.getAttribute("aria-expanded")).toBe("false");
});

const names = ["Ann", "Bob", "Cleo"];

function Table({ onOpen }: { onOpen(name: string): void }): ReactElement {
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
    />
  );
}

test("arrows move through a table, x and Shift select, Enter opens, and Escape clears", async () => {
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

test("a drawer takes the focus and closes on Escape", async () => {
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
  const page = await visit();
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

test("an error says its code and request, and waits as long as the server asks", async () => {
  const onRetry = vi.fn();
  const error = { code: "TOO_MANY_REQUESTS", message: "", details: { requestId: "req_1", retryAfter: 1 } };
  const { person } = await show(<ErrorPanel error={error} onRetry={onRetry} />);
  expect(screen.getByRole("alert").textContent).toContain("req_1");
  await person.click(button("Try again in 1 s"));
  expect(onRetry).not.toHaveBeenCalled();
  await person.click(await screen.findByRole("button", { name: en.tryAgain }));
  expect(onRetry).toHaveBeenCalledOnce();
});

function Part({ state }: { readonly state: { readonly isBroken: boolean } }): ReactElement {
  if (state.isBroken) throw new Error("Import twoFactorClient().");
  return <p>fine</p>;
}

test("an error while rendering keeps the page, and can be tried again", async () => {
  const state = { isBroken: true };
  const page = await visit();
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

test("the square stays inside of the picture, whatever the zoom", () => {
  const wide = { width: 800, height: 400 };
  expect(cropArea(clampCrop({ zoom: 1, x: 0, y: 0 }, wide), wide)).toEqual({ left: 0, top: 0, side: 400 });
  expect(cropArea(clampCrop({ zoom: 2, x: 1, y: 1 }, wide), wide)).toEqual({ left: 600, top: 200, side: 200 });
  expect(clampCrop({ zoom: 9, x: 0.5, y: 0.5 }, wide).zoom).toBe(4);
});

test("a picture can only be changed where the app can store one, and a large file is refused", async () => {
  const field = <ImageField name="Ann" image={null} kind="user" onChange={() => {}} />;
  const page = await visit();
  page.show(field).unmount();
  expect(screen.queryByRole("button")).toBeNull();
  page.show(field, { uploadImage: async () => "/ann.webp" });
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "big.png", { type: "image/png" });
  fireEvent.change(document.querySelector("input[type=file]") as Element, { target: { files: [file] } });
  expect((await screen.findByRole("alert")).textContent).toBe(en.imageTooLarge);
});
