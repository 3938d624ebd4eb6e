// @vitest-environment jsdom

/** Tests the fields for emails and pictures, the filters, and the combobox. */

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { expect, test, vi } from "vitest";
import { button, prepareElements, show, visit } from "../../test/primitives.tsx";
import { en } from "../texts/en.ts";
import { Combobox } from "./combobox.tsx";
import { clampCrop, cropArea } from "./crop.ts";
import { EmailListField, splitEmails } from "./email-list-field.tsx";
import { type Filter, FilterChips } from "./filter-chips.tsx";
import { ImageField } from "./image-field.tsx";
import { SelectField } from "./select-field.tsx";
import { isEdited } from "./use-form.ts";

prepareElements();

function Emails({ max }: { readonly max?: number }): ReactElement {
  const [emails, setEmails] = useState<readonly string[]>([]);
  return <EmailListField label="Emails" emails={emails} onChange={setEmails} {...(max ? { max } : {})} />;
}
const chips = (): (string | null)[] =>
  screen
    .queryAllByRole("listitem")
    .map((chip) => `${chip.textContent}${chip.hasAttribute("data-invalid") ? " (bad)" : ""}`);

test("comma, space, Enter, and pasting add emails; invalid emails are marked; Backspace removes the last email", async () => {
  const { person } = await show(<Emails max={5} />);
  const input = screen.getByLabelText("Emails");
  await person.type(input, "ann@example.com,bob@example.com nobody{Enter}");
  expect(chips()).toEqual(["ann@example.com", "bob@example.com", "nobody (bad)"]);
  expect(screen.getByText(en.emailListInvalid)).toBeTruthy();
  expect(screen.getAllByRole("img").map((mark) => mark.getAttribute("aria-label"))).toEqual([en.emailListMark]);
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

test("an email after a name is taken from its brackets", () => {
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

test("filters are set in a panel, shown on their chips, and cleared separately or together", async () => {
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

test("a combobox filters while typing, and arrows and Enter select", async () => {
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

test("the crop stays inside the picture at any zoom", () => {
  const wide = { width: 800, height: 400 };
  expect(cropArea(clampCrop({ zoom: 1, x: 0, y: 0 }, wide), wide)).toEqual({ left: 0, top: 0, side: 400 });
  expect(cropArea(clampCrop({ zoom: 2, x: 1, y: 1 }, wide), wide)).toEqual({ left: 600, top: 200, side: 200 });
  expect(clampCrop({ zoom: 9, x: 0.5, y: 0.5 }, wide).zoom).toBe(4);
});

test("a picture can only be changed if the app can store one, and a large file is rejected", async () => {
  const field = <ImageField name="Ann" image={null} kind="user" onChange={() => {}} />;
  const page = await visit();
  page.show(field).unmount();
  expect(screen.queryByRole("button")).toBeNull();
  page.show(field, { uploadImage: async () => "/ann.webp" });
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "big.png", { type: "image/png" });
  fireEvent.change(document.querySelector("input[type=file]") as Element, { target: { files: [file] } });
  expect((await screen.findByRole("alert")).textContent).toBe(en.imageTooLarge);
});

function Roles(): ReactElement {
  const [roles, setRoles] = useState(["admin", "guest"]);
  return (
    <form>
      <SelectField label="Role" defaultValue="member" options={roles.map((value) => ({ value, label: value }))} />
      <button type="button" onClick={() => setRoles([...roles, "member", "reviewer"])}>
        load
      </button>
    </form>
  );
}

test.each([
  [null, "member"],
  ["guest", "guest"],
])("options that load late keep focus; after choosing %s, %s is selected", async (chosen, selected) => {
  const { person } = await show(<Roles />);
  const select = screen.getByLabelText<HTMLSelectElement>("Role");
  if (chosen) await person.selectOptions(select, chosen);
  select.focus();
  fireEvent.click(button("load"));
  expect(screen.getByLabelText("Role")).toBe(select);
  expect(document.activeElement).toBe(select);
  expect(select.value).toBe(selected);
  expect(isEdited(select.form as HTMLFormElement)).toBe(chosen !== null);
});
