// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SearchField } from "./search-field.tsx";

watchScreens();

async function show(onSearch: (text: string) => void) {
  const { person } = (await startSite()).visit().show(<SearchField label="Find" value="" onSearch={onSearch} />);
  return { person, input: screen.getByRole("searchbox", { name: "Find" }) };
}

test("searches after a pause in typing", async () => {
  const onSearch = vi.fn();
  const { person, input } = await show(onSearch);
  await person.type(input, "ann ");
  expect(onSearch).not.toHaveBeenCalled();
  await waitFor(() => expect(onSearch.mock.calls).toEqual([["ann"]]));
});

test("Enter searches immediately", async () => {
  const onSearch = vi.fn();
  const { person, input } = await show(onSearch);
  await person.type(input, "ann{Enter}");
  expect(onSearch.mock.calls).toEqual([["ann"]]);
});
