/** The dialog that changes the number of paid seats. It shows the cost before the change. */

import { type ReactElement, useState } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useChangeErrors } from "./change-errors.ts";
import type { ChangeDialogProps } from "./plan-dialog.tsx";
import { ChangeSummary } from "./summary.tsx";
import { type ChangeTiming, TimingChoices } from "./timing.tsx";
import { useChangePreview, useDebounced } from "./use-preview.ts";

export interface SeatsDialogProps extends ChangeDialogProps {
  /** Number of members, which is also the minimum number of seats. */
  readonly members: number;
}

/** Milliseconds without a keystroke before the preview loads. */
const typingPause = 400;

export function SeatsDialog({ plan, reference, timings, members, ...props }: SeatsDialogProps): ReactElement {
  const client = useBillingClient();
  const { texts } = useAuthUi();
  const { change, seats: words } = useBillingUi().texts.page;
  const [text, setText] = useState(String(plan.seats ?? 1));
  const [timing, setTiming] = useState<ChangeTiming | undefined>(timings[0]);
  const settled = useDebounced(text, typingPause);
  const minSeats = Math.max(1, members);
  const seats = toSeats(settled, minSeats);
  const isChosen = seats !== null && seats !== plan.seats;
  const requestedChange = isChosen
    ? { ...reference, subscriptionId: plan.id, seats, ...(timing === undefined ? {} : { timing }) }
    : null;
  const preview = useChangePreview(requestedChange);
  const isReady = preview.data !== null && settled === text;
  const form = useForm(
    async () => {
      if (requestedChange === null) return { error: null };
      const result = await client.billing.changePlan(requestedChange);
      if (result.error) return result;
      const date = preview.data?.effectiveAt;
      await props.onDone(
        date
          ? fillCount(texts, change.scheduledSeats, requestedChange.seats, { date: day(date, texts.language) })
          : fillCount(texts, words.changed, requestedChange.seats, { product: plan.product.name ?? plan.product.id }),
      );
      return result;
    },
    { SEATS_TAKEN: "seats" },
    useChangeErrors(),
  );
  const isTooFew = settled === text && seats === null;
  return (
    <FormDialog
      open
      title={words.changeTitle}
      text={words.changeText}
      submit={words.submit}
      busy={form.busy}
      blocked={!isReady}
      problem={form.problem}
      returnFocusTo={props.returnTo}
      onSubmit={(event) => (isReady ? form.onSubmit(event) : event.preventDefault())}
      onClose={props.onClose}
    >
      <Field
        label={words.field}
        name="seats"
        type="number"
        inputMode="numeric"
        min={minSeats}
        step={1}
        value={text}
        hint={members > 0 ? fill(words.least, { count: members.toLocaleString(texts.language) }) : undefined}
        error={form.fieldErrors.seats ?? (isTooFew ? fill(words.tooFew, { count: String(minSeats) }) : undefined)}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <TimingChoices timings={timings} value={timing} onChange={setTiming} />
      <ChangeSummary preview={preview} isChosen={isChosen} empty={words.choose} />
    </FormDialog>
  );
}

/** Returns `null` if it isn't a number of seats that the plan can have. */
function toSeats(text: string, minSeats: number): number | null {
  const seats = Number(text);
  return text.trim() !== "" && Number.isInteger(seats) && seats >= minSeats ? seats : null;
}
