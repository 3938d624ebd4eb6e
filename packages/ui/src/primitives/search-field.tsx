/** A search input that searches when the user pauses typing. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { Field } from "./field.tsx";
import { Icon } from "./icons.tsx";

/** Props for `SearchField`. */
export interface SearchFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  onSearch(text: string): void;
}

/** Length of the pause, in milliseconds. */
const debounce = 250;

/** A search input. Enter searches immediately. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const latestSearch = useRef(onSearch);
  latestSearch.current = onSearch;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => latestSearch.current(typed.trim()), debounce);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    // Labeled, because a page can have several search forms.
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 don't support <search>
    <form
      role="search"
      aria-label={label}
      className="lk-search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Field
        type="search"
        label={label}
        hideLabel
        placeholder={label}
        icon={<Icon name="search" />}
        hint={hint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
