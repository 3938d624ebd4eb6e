/** A field to search by, which asks once the typing pauses. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { Field } from "./field.tsx";

/** What `SearchField` takes. */
export interface SearchFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  onSearch(text: string): void;
}

/** How long a pause is, in milliseconds. */
const pause = 250;

/** A search field. Enter asks at once. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const ask = useRef(onSearch);
  ask.current = onSearch;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => ask.current(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    // Named, since a page can have several of them.
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know <search>
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
        hint={hint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
