/** A list's filters as a row of chips. Each opens a panel with its choices. */

import { type ReactElement, type ReactNode, useId, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { joinNames } from "../texts/join-names.ts";
import { fill } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icons.tsx";
import { Popover } from "./popover.tsx";
import type { SelectOption } from "./select-field.tsx";

/** A filter. */
export interface Filter {
  readonly id: string;
  readonly label: string;
  readonly options: readonly SelectOption[];
  /** Selected values. Empty if the filter isn't active. */
  readonly selected: readonly string[];
  /** Whether several values can be selected. */
  readonly multiple?: boolean;
  /** Replaces the options, such as with two date fields. Call `close` when done. */
  readonly content?: (close: () => void) => ReactNode;
  /** Text on the chip while it's active. Default: the selected labels. */
  readonly summary?: string;
}

/** Props for `FilterChips`. */
export interface FilterChipsProps {
  /** Describes the filters to screen readers. Default: "Filters". */
  readonly label?: string;
  readonly filters: readonly Filter[];
  onChange(id: string, selected: readonly string[]): void;
  /** Clears all filters. */
  onClear(): void;
}

/** A chip for each filter. Active ones are filled and can be cleared. */
export function FilterChips({ label, filters, onChange, onClear }: FilterChipsProps): ReactElement {
  const { texts } = useAuthUi();
  const hasActive = filters.some(({ selected }) => selected.length > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this isn't submitted
    <div className="lk-chips" role="group" aria-label={label ?? texts.moreFilters}>
      {filters.map((filter) => (
        <Chip key={filter.id} filter={filter} onChange={(selected) => onChange(filter.id, selected)} />
      ))}
      {hasActive ? (
        <Button variant="ghost" size="small" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

interface ChipProps {
  readonly filter: Filter;
  onChange(selected: readonly string[]): void;
}

function Chip({ filter, onChange }: ChipProps): ReactElement {
  const { texts } = useAuthUi();
  const [open, setOpen] = useState(false);
  const { label, options, selected, content } = filter;
  const isActive = selected.length > 0;
  const chosen = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
  const close = (): void => setOpen(false);
  return (
    <span className={classNames("lk-chip", isActive && "lk-chip-active")}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={label}
        trigger={
          <button type="button" className="lk-chip-button">
            <span className="lk-truncate">
              {isActive ? `${label}: ${filter.summary ?? joinNames(texts.language, chosen)}` : label}
            </span>
            {isActive ? null : <Icon name="chevron-down" size={14} />}
          </button>
        }
      >
        {content ? content(close) : <Choices filter={filter} onChange={onChange} />}
      </Popover>
      {isActive ? (
        <button
          type="button"
          className="lk-chip-button"
          aria-label={fill(texts.clearFilter, { name: label })}
          onClick={() => onChange([])}
        >
          <Icon name="x" size={14} />
        </button>
      ) : null}
    </span>
  );
}

function Choices({ filter, onChange }: ChipProps): ReactElement {
  const { options, selected, multiple = false } = filter;
  const name = useId();
  const choose = (value: string): void => {
    const others = selected.filter((other) => other !== value);
    if (!multiple) onChange([value]);
    else onChange(others.length < selected.length ? others : [...selected, value]);
  };
  return (
    <>
      {options.map(({ value, label }) => (
        <label key={value} className="lk-check">
          <input
            type={multiple ? "checkbox" : "radio"}
            name={name}
            checked={selected.includes(value)}
            onChange={() => choose(value)}
          />
          <span className="lk-option-text">{label}</span>
        </label>
      ))}
    </>
  );
}
