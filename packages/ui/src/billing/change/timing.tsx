/** When a change applies, if the server offers a choice. */

import type { BillingCapabilities } from "@latchkey/billing";
import type { ReactElement } from "react";
import { useBillingUi } from "../ui.ts";
import { Choices } from "./choices.tsx";

/** When a change applies. */
export type ChangeTiming = BillingCapabilities["changeTimings"][number];

export interface TimingChoicesProps {
  readonly timings: readonly ChangeTiming[];
  readonly value: ChangeTiming | undefined;
  onChange(timing: ChangeTiming): void;
}

/** Renders nothing if there's only one choice. */
export function TimingChoices({ timings, value, onChange }: TimingChoicesProps): ReactElement | null {
  const { change } = useBillingUi().texts.page;
  if (timings.length < 2) return null;
  return (
    <Choices
      legend={change.when}
      value={value ?? null}
      choices={timings.map((timing) => ({
        value: timing,
        title: change.timings[timing],
        hint: change.timingHints[timing],
      }))}
      onChange={(chosen) => onChange(chosen as ChangeTiming)}
    />
  );
}
