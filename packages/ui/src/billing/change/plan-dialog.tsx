/** The dialog that changes a plan. It shows the cost before the change. */

import type { BillingProduct, BillingSubscription } from "@latchkey/billing";
import { type ReactElement, type RefObject, useState } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day } from "../money.ts";
import { usePlanPrice } from "../page/plan-state.tsx";
import { IntervalSwitch } from "../pricing/interval-switch.tsx";
import { intervalsOf, priceTextOf } from "../pricing/prices.ts";
import { savingText } from "../pricing/savings.ts";
import { useBillingUi } from "../ui.ts";
import { useChangeErrors } from "./change-errors.ts";
import { type Choice, Choices } from "./choices.tsx";
import { type PlanOption, planOptionsOf } from "./options.ts";
import { useOptionName } from "./plan-text.ts";
import { ChangeSummary } from "./summary.tsx";
import { type ChangeTiming, TimingChoices } from "./timing.tsx";
import { useChangePreview } from "./use-preview.ts";

/** Props of the dialogs that change a plan or its seats. */
export interface ChangeDialogProps {
  readonly plan: BillingSubscription;
  readonly reference: { readonly referenceId?: string };
  readonly timings: readonly ChangeTiming[];
  /** Gets the focus when the dialog closes. Default: the element that had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** @param text what changed */
  onDone(text: string): Promise<void>;
  onClose(): void;
}

export interface PlanChangeDialogProps extends ChangeDialogProps {
  readonly products: readonly BillingProduct[];
  /** Key of the option that is chosen initially. */
  readonly initial?: string | undefined;
}

export function PlanChangeDialog(props: PlanChangeDialogProps): ReactElement {
  const { plan, products, reference, timings, initial } = props;
  const client = useBillingClient();
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  const { change } = page;
  const price = usePlanPrice();
  const optionName = useOptionName();
  const options = planOptionsOf(products, plan);
  const [chosen, setChosen] = useState<string | null>(initial ?? null);
  const [timing, setTiming] = useState<ChangeTiming | undefined>(timings[0]);
  const option = options.find(({ key, isCurrent }) => key === chosen && !isCurrent);
  const [interval, setInterval] = useState(option?.interval ?? plan.recurringInterval);
  const requestedChange = option && {
    ...reference,
    subscriptionId: plan.id,
    productId: option.product.id,
    ...(option.priceId === null ? {} : { priceId: option.priceId }),
    ...(timing === undefined ? {} : { timing }),
  };
  const preview = useChangePreview(requestedChange ?? null);
  const form = useForm(
    async () => {
      if (!requestedChange || !option) return { error: null };
      const result = await client.billing.changePlan(requestedChange);
      if (result.error) return result;
      const name = optionName(option);
      const date = preview.data?.effectiveAt;
      await props.onDone(
        date ? fill(change.scheduled, { plan: name, date: day(date, language) }) : fill(change.changed, { plan: name }),
      );
      return result;
    },
    {},
    useChangeErrors(),
  );
  const intervals = intervalsOf(options.map(({ product }) => product));
  const shown = intervals.includes(interval) ? interval : (intervals[0] ?? null);
  const choose = (next: string): void => {
    setInterval(next);
    // Choose the same product in the new interval, if it has one.
    const same = options.find(
      ({ product, interval: one }) => one === next && product.id === (option ? option.product.id : plan.product.id),
    );
    setChosen(same && !same.isCurrent ? same.key : null);
  };
  return (
    <FormDialog
      open
      wide
      title={change.title}
      text={fill(change.text, { product: plan.product.name ?? plan.product.id, price: price(plan) })}
      submit={change.submit}
      busy={form.busy}
      blocked={preview.data === null}
      problem={form.problem}
      returnFocusTo={props.returnTo}
      onSubmit={(event) => (preview.data === null ? event.preventDefault() : form.onSubmit(event))}
      onClose={props.onClose}
    >
      {intervals.length > 1 ? (
        <IntervalSwitch
          intervals={intervals}
          value={shown}
          saving={savingText(products, pricing, language)}
          onChange={choose}
        />
      ) : null}
      {options.some(({ isCurrent }) => !isCurrent) ? (
        <Choices
          legend={change.plans}
          choices={options.filter((one) => one.interval === shown).map((one) => toChoice(one))}
          value={chosen}
          onChange={setChosen}
        />
      ) : (
        <EmptyState title={change.none} />
      )}
      <TimingChoices timings={timings} value={timing} onChange={setTiming} />
      <ChangeSummary
        preview={preview}
        isChosen={option !== undefined}
        isInitial={chosen === initial && timing === timings[0]}
        empty={change.choose}
      />
    </FormDialog>
  );

  function toChoice({ key, product, isCurrent }: PlanOption): Choice {
    const { amount, perInterval } = priceTextOf(product, shown, pricing, language);
    return {
      value: key,
      title: (
        <>
          <bdi>{product.name}</bdi> {isCurrent ? <Badge>{pricing.yours}</Badge> : null}
        </>
      ),
      hint: product.description ?? undefined,
      aside: (
        <>
          <bdi>{amount}</bdi> {perInterval ? <span className="lk-note lk-block">{perInterval}</span> : null}
        </>
      ),
      disabled: isCurrent,
    };
  }
}
