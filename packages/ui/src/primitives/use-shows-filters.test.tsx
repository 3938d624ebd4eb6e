// @vitest-environment jsdom

import type { ClientError } from "@latchkey/react";
import { act, cleanup, render, renderHook } from "@testing-library/react";
import { type ReactElement, Suspense, startTransition } from "react";
import { afterEach, expect, test } from "vitest";
import { useShowsFilters } from "./use-shows-filters.ts";

afterEach(cleanup);

type State = Parameters<typeof useShowsFilters>;

const failed = (status: number): ClientError => ({ code: "", message: "", status, statusText: "", details: {} });

/** Returns the result for each state of one list. */
function shown(...states: readonly State[]): readonly boolean[] {
  const [first, ...rest] = states;
  const { result, rerender } = renderHook((state: State) => useShowsFilters(...state), {
    initialProps: first as State,
  });
  const results = [result.current];
  for (const state of rest) {
    rerender(state);
    results.push(result.current);
  }
  return results;
}

test("a list that's denied, turned off, or has never had anything offers no filters", () => {
  expect(shown([false, null, null], [false, [], null])).toEqual([true, false]);
  expect(shown([false, [], null], [false, [], failed(500)])).toEqual([false, false]);
  expect(shown([false, null, null], [false, null, failed(404)])).toEqual([true, false]);
  expect(shown([false, [1], null], [false, [1], failed(403)])).toEqual([true, false]);
  expect(shown([true, [], null], [true, [], failed(403)])).toEqual([true, false]);
});

test("a list keeps its filters when it fails", () => {
  for (const status of [0, 429, 500]) {
    expect(shown([false, null, null], [false, null, failed(status)])).toEqual([true, true]);
    expect(shown([false, [1], null], [false, [1], failed(status)])).toEqual([true, true]);
  }
});

test("filters without matches stay, also while the list loads after they're cleared", () => {
  expect(shown([false, [1], null], [true, [], null], [false, [], null], [false, [1], null])).toEqual(
    Array(4).fill(true),
  );
});

const never = new Promise(() => {});

/** A list that never finishes rendering with a filter. */
function List({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  const shows = useShowsFilters(isFiltered, [], null);
  if (isFiltered) throw never;
  return <p>{String(shows)}</p>;
}

test("a filter that React never shows doesn't count", () => {
  const list = (isFiltered: boolean): ReactElement => (
    <Suspense>
      <List isFiltered={isFiltered} />
    </Suspense>
  );
  const { container, rerender } = render(list(false));
  act(() => startTransition(() => rerender(list(true))));
  rerender(list(false));
  expect(container.textContent).toBe("false");
});
