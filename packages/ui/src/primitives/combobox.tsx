/** A text input with a list of suggestions, for choosing from many options. */

import { Command } from "cmdk";
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { classNames } from "./class-names.ts";
import { Icon } from "./icons.tsx";

/** A suggestion. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Shown below the label, such as an email. */
  readonly description?: string | undefined;
  /** Shown before the label, such as an avatar. */
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

/** Props for `Combobox`. */
export interface ComboboxProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** The input's name in a form. */
  readonly name?: string;
  readonly options: readonly ComboboxOption[];
  /** Searches on the server. Without it, the options are filtered by the typed text. */
  readonly onSearch?: (text: string) => void;
  readonly loading?: boolean;
  /**
   * Whether the list takes up space below the input, so that it doesn't cover a dialog's buttons. It stays open until
   * the user chooses an option: if it closed on blur, a button would move while it's being clicked.
   */
  readonly inline?: boolean;
  /** Default: "No results." */
  readonly empty?: string;
  /** Runs when an option is chosen. The input is cleared. */
  onSelect(value: string): void;
}

/** Arrow keys move through the suggestions, Enter chooses one, and Escape closes them. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { label, hideLabel = false, name, options, onSearch, loading = false, inline = false, empty, onSelect } = props;
  const { texts } = useAuthUi();
  const slot = useSlots();
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // cmdk's input always says that it's expanded, no matter what its props say.
  useEffect(() => input.current?.setAttribute("aria-expanded", String(open)), [open]);
  const shown = onSearch ? options : options.filter((option) => matches(option, text));
  const change = (typed: string): void => {
    setText(typed);
    setOpen(true);
    onSearch?.(typed.trim());
  };
  const select = (value: string): void => {
    setText("");
    setOpen(false);
    onSelect(value);
  };
  return (
    <Command
      {...slot("field", "lk-field", "lk-combobox")}
      label={label}
      shouldFilter={false}
      onBlur={(event) => (inline || event.currentTarget.contains(event.relatedTarget) ? undefined : setOpen(false))}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        // The first Escape closes the list. The next one closes the dialog around it.
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <label {...slot("label", hideLabel ? "lk-hidden" : "lk-label")} htmlFor={id}>
        {label}
      </label>
      <div className="lk-combobox">
        <div className="lk-input-row">
          <span className="lk-input-icon">
            <Icon name="search" />
          </span>
          <Command.Input
            {...slot("input", "lk-input")}
            ref={input}
            id={id}
            name={name}
            value={text}
            onValueChange={change}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
          />
        </div>
        <div className={classNames("lk-combobox-list", inline && "lk-combobox-inline")} hidden={!open}>
          <Command.List
            label={label}
            className="lk-options"
            hidden={!open || shown.length === 0}
            aria-busy={loading || undefined}
          >
            {open ? shown.map((option) => <Suggestion key={option.value} option={option} onSelect={select} />) : null}
          </Command.List>
          {open && shown.length === 0 ? (
            <div className="lk-combobox-note" role="status">
              {loading ? `${texts.loading}…` : (empty ?? texts.noResults)}
            </div>
          ) : null}
        </div>
      </div>
    </Command>
  );
}

interface SuggestionProps {
  readonly option: ComboboxOption;
  onSelect(value: string): void;
}

function Suggestion({ option, onSelect }: SuggestionProps): ReactElement {
  const { value, label, description, icon, disabled = false } = option;
  return (
    <Command.Item
      value={value}
      disabled={disabled}
      className="lk-option"
      // The input keeps focus, so that pressing an option doesn't close the list first.
      onPointerDown={(event) => event.preventDefault()}
      onSelect={() => onSelect(value)}
    >
      {icon}
      <span className="lk-option-text">
        <bdi className="lk-truncate">{label}</bdi>
        {description ? <bdi className="lk-note lk-truncate">{description}</bdi> : null}
      </span>
    </Command.Item>
  );
}

function matches({ label, description = "" }: ComboboxOption, text: string): boolean {
  return `${label} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
}
