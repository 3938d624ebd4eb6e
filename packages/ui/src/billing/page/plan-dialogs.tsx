/** The confirmations before a plan is canceled or resumed. */

import type { BillingSubscription, CancelInput } from "@latchkey/billing";
import type { ReactElement, RefObject } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";

export interface PlanDialogProps {
  readonly plan: BillingSubscription;
  readonly returnTo: RefObject<HTMLElement | null>;
  onDone(): Promise<void>;
  onClose(): void;
}

/** Asks for confirmation and, optionally, for a reason. */
export function CancelDialog({ plan, returnTo, onDone, onClose }: PlanDialogProps): ReactElement {
  const client = useBillingClient();
  const { reference } = useBilling();
  const { language } = useAuthUi().texts;
  const { plan: texts } = useBillingUi().texts.page;
  const product = plan.product.name ?? plan.product.id;
  const form = useForm(async (values) => {
    const [reason, comment] = [textOf(values, "reason"), textOf(values, "comment").trim()];
    const result = await client.billing.cancelSubscription({
      ...reference,
      subscriptionId: plan.id,
      ...(reason === "" ? {} : { reason: reason as NonNullable<CancelInput["reason"]> }),
      ...(comment === "" ? {} : { comment }),
    });
    if (!result.error) await onDone();
    return result;
  });
  const reasons = Object.entries(texts.reasons).map(([value, label]) => ({ value, label }));
  const date = plan.currentPeriodEnd;
  return (
    <FormDialog
      open
      variant="destructive"
      title={fill(texts.cancelTitle, { product })}
      text={date === null ? texts.cancelTextNow : fill(texts.cancelText, { date: day(date, language) })}
      submit={texts.cancelSubmit}
      dismiss={texts.resume}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField label={texts.reason} name="reason" options={[{ value: "", label: texts.noReason }, ...reasons]} />
      <Field label={texts.comment} hint={texts.commentHint} name="comment" autoComplete="off" maxLength={1000} />
    </FormDialog>
  );
}

/** Shows the price and when it will be charged. */
export function ResumeDialog({
  plan,
  price,
  returnTo,
  onDone,
  onClose,
}: PlanDialogProps & { readonly price: string }): ReactElement {
  const client = useBillingClient();
  const { reference } = useBilling();
  const { language, close } = useAuthUi().texts;
  const { plan: texts } = useBillingUi().texts.page;
  const form = useForm(async () => {
    const result = await client.billing.resumeSubscription({ ...reference, subscriptionId: plan.id });
    if (!result.error) await onDone();
    return result;
  });
  const date = plan.currentPeriodEnd;
  return (
    <FormDialog
      open
      title={fill(texts.resumeTitle, { product: plan.product.name ?? plan.product.id })}
      text={fill(date === null ? texts.resumeTextSoon : texts.resumeText, {
        date: date === null ? "" : day(date, language),
        price,
      })}
      submit={texts.resumeSubmit}
      dismiss={close}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    />
  );
}
