// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { type Column, DataTable, type DataTableProps, Pager } from "./data-table.tsx";

watchScreens();

interface Pet {
  readonly name: string;
  readonly legs: number;
}

const columns: readonly Column<Pet>[] = [
  { id: "name", title: "Name", sortable: true, cell: ({ name }) => name },
  { id: "legs", title: "Legs", cell: ({ legs }) => legs },
];
const pets = [
  { name: "Cat", legs: 4 },
  { name: "Hen", legs: 2 },
];
const table = (props: Partial<DataTableProps<Pet>> = {}) => (
  <DataTable caption="Pets" columns={columns} rows={pets} rowKey={({ name }) => name} empty="No pets." {...props} />
);

test("rows and columns have table roles", async () => {
  (await startSite()).visit().show(table());
  const rows = within(screen.getByRole("table", { name: "Pets" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["NameLegs", "Cat4", "Hen2"]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("clicking a heading reverses the order", async () => {
  const onSort = vi.fn();
  const visit = (await startSite()).visit();
  const { person, rerender } = visit.show(table({ onSort }));
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("none");
  await person.click(screen.getByRole("button", { name: "Name" }));
  expect(onSort).toHaveBeenLastCalledWith({ by: "name", direction: "asc" });
  rerender(visit.wrap(table({ onSort, sorting: { by: "name", direction: "asc" } })));
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  await person.click(screen.getByRole("button", { name: "Name" }));
  expect(onSort).toHaveBeenLastCalledWith({ by: "name", direction: "desc" });
});

test("an empty table looks different from a loading table", async () => {
  const visit = (await startSite()).visit();
  const { rerender } = visit.show(table({ rows: null }));
  expect([screen.queryByText("Loading…"), screen.queryByText("No pets.")]).toEqual([expect.anything(), null]);
  rerender(visit.wrap(table({ rows: [] })));
  expect([screen.queryByText("Loading…"), screen.queryByText("No pets.")]).toEqual([null, expect.anything()]);
});

test("a loading table has the shape of its rows, with two lines on narrow screens", async () => {
  const selection = { keys: new Set<string>(), label: ({ name }: Pet) => name, onChange: () => {} };
  (await startSite()).visit().show(table({ rows: null, hasPictures: true, selection }));
  await waitFor(() => expect(document.querySelectorAll("tbody tr")).toHaveLength(8));
  const [check, title, ...rest] = document.querySelectorAll<HTMLElement>("tbody tr:first-child td");
  expect(check?.className).toBe("lk-table-check");
  expect(title?.querySelector(".lk-skeleton-round")).not.toBeNull();
  expect([title, ...rest].map((cell) => cell?.dataset.phone)).toEqual(["title", "meta"]);
});

test("when the focused row is removed, the next one gets focus", async () => {
  const buttons: readonly Column<Pet>[] = [
    ...columns,
    { id: "more", title: "More", cell: ({ name }) => <button type="button">Remove {name}</button> },
  ];
  const visit = (await startSite()).visit();
  const frame = (rows: readonly Pet[]) => (
    <section aria-labelledby="pets">
      <h2 id="pets">Pets</h2>
      {table({ columns: buttons, rows })}
    </section>
  );
  const { rerender } = visit.show(frame(pets));
  screen.getByRole("button", { name: "Remove Cat" }).focus();
  rerender(visit.wrap(frame(pets.slice(1))));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Remove Hen"));
  rerender(visit.wrap(frame([])));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Pets"));
});

test("a pager only offers pages that exist", async () => {
  const onNext = vi.fn();
  const { person } = (await startSite()).visit().show(<Pager summary="1–2 of 5" onNext={onNext} />);
  const previous = screen.getByRole("button", { name: "Previous" });
  expect([previous.getAttribute("aria-disabled"), screen.getByRole("status").textContent]).toEqual([
    "true",
    "1–2 of 5",
  ]);
  await person.click(previous);
  await person.click(screen.getByRole("button", { name: "Next" }));
  expect(onNext).toHaveBeenCalledOnce();
});
