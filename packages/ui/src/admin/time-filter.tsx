/** The filter for a time span, which ends now or is between two days. */

import { type FormEvent, type ReactElement, useId } from "react";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import type { Filter } from "../primitives/filter-chips.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { useAdminUi } from "./plugin.tsx";
import { parseDay, parseTimeRange } from "./time-range.ts";

/** Returns the filter, for `FilterChips`. */
export function useTimeFilter(
  id: string,
  label: string,
  value: string | null,
  onChange: (value: string) => void,
): Filter {
  const summary = useSummary(value);
  const isSet = parseTimeRange(value, new Date()) !== null;
  return {
    id,
    label,
    options: [],
    selected: isSet && value ? [value] : [],
    summary,
    content: (close) => <TimeChoices value={value ?? ""} onChange={onChange} onClose={close} />,
  };
}

function useSummary(value: string | null): string {
  const { language } = useAuthUi().texts;
  const { time } = useAdminUi().texts;
  const preset = presetLabels(time).find((one) => one.value === value);
  if (preset) return preset.label;
  const [first, last] = (value ?? "").split("..").map((day) => {
    const date = parseDay(day);
    return date ? date.toLocaleDateString(language, { dateStyle: "medium" }) : "";
  });
  if (first && last) return fill(time.range, { from: first, to: last });
  return first ? fill(time.since, { date: first }) : fill(time.until, { date: last ?? "" });
}

interface TimeLabels {
  readonly day: string;
  readonly week: string;
  readonly month: string;
}

function presetLabels({ day, week, month }: TimeLabels): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: "24h", label: day },
    { value: "7d", label: week },
    { value: "30d", label: month },
  ];
}

interface TimeChoicesProps {
  readonly value: string;
  onChange(value: string): void;
  onClose(): void;
}

/** Choosing a span doesn't close the panel, because arrow keys choose while they move. */
function TimeChoices({ value, onChange, onClose }: TimeChoicesProps): ReactElement {
  const { time } = useAdminUi().texts;
  const name = useId();
  const [from = "", to = ""] = value.includes("..") ? value.split("..") : [];
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // In React's tree, the popover is inside the page's form, which would get the event too.
    event.stopPropagation();
    const values = new FormData(event.currentTarget);
    const days = `${textOf(values, "from")}..${textOf(values, "to")}`;
    onChange(days === ".." ? "" : days);
    onClose();
  };
  return (
    <>
      {presetLabels(time).map((preset) => (
        <label key={preset.value} className="lk-check">
          <input type="radio" name={name} checked={preset.value === value} onChange={() => onChange(preset.value)} />
          <span className="lk-option-text">{preset.label}</span>
        </label>
      ))}
      <form className="lk-form lk-filter-form" onSubmit={apply}>
        <Field type="date" label={time.from} name="from" defaultValue={from} />
        <Field type="date" label={time.to} name="to" defaultValue={to} />
        <Button type="submit" variant="secondary" size="small">
          {time.apply}
        </Button>
      </form>
    </>
  );
}
