/** What a plan or seat change costs, and when it applies. */

import type { PlanChangePreview } from "@latchkey/billing";
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Skeleton } from "../../primitives/skeleton.tsx";
import { SupportText } from "../../primitives/support-text.tsx";
import type { QueryState } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { perIntervalText } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";
import { useChangeErrors } from "./change-errors.ts";

export interface ChangeSummaryProps {
  readonly preview: QueryState<PlanChangePreview>;
  /** Whether the user has chosen something, so that the preview is loaded. */
  readonly isChosen: boolean;
  /** Whether the user hasn't chosen anything in the dialog yet, so that it stays at its top. */
  readonly isInitial?: boolean;
  /** Says what to choose to see the costs. */
  readonly empty: string;
}

export function ChangeSummary({ preview, isChosen, isInitial = false, empty }: ChangeSummaryProps): ReactElement {
  const { texts } = useAuthUi();
  const { change } = useBillingUi().texts.page;
  const ownErrors = useChangeErrors();
  const id = useId();
  const { data, isPending, reload } = preview;
  // An error from the previous choice stays until the next response.
  const error = isPending ? null : preview.error;
  const section = useRef<HTMLElement>(null);
  const shown = isChosen ? (error ?? data ?? "skeleton") : null;
  useEffect(() => {
    // On a phone, the dialog's buttons would cover the costs, or the button to retry. jsdom can't scroll.
    if (shown && !isInitial) section.current?.scrollIntoView?.({ block: "nearest" });
  }, [shown, isInitial]);
  return (
    <section ref={section} className="lk-change-summary" aria-labelledby={id}>
      <h3 id={id} className="lk-hidden">
        {change.summary}
      </h3>
      {/* Exists from the start, because screen readers miss regions that appear with their text. */}
      <div role="status" aria-busy={isPending || undefined}>
        {isChosen ? null : <p className="lk-note">{empty}</p>}
        {isChosen && !error ? data ? <Costs preview={data} /> : <CostsSkeleton /> : null}
      </div>
      {isChosen && error ? (
        <Alert tone="error">
          <div className="lk-alert-line">
            <span>
              <SupportText text={ownErrors[error.code] ?? errorText(texts, error)} />
            </span>
            {error.status === 0 || error.status >= 500 ? (
              <Button variant="secondary" size="small" onClick={() => void reload()}>
                {texts.tryAgain}
              </Button>
            ) : null}
          </div>
        </Alert>
      ) : null}
    </section>
  );
}

function Costs({ preview }: { readonly preview: PlanChangePreview }): ReactElement {
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  const { change, plan } = page;
  const { dueNow, nextAmount, currency, recurringInterval, effectiveAt, isEstimate, timing } = preview;
  const isCredit = dueNow !== null && dueNow < 0;
  const amount = (value: number | null): string =>
    value === null ? change.unknown : money(Math.abs(value), currency, language);
  const next = nextAmount === null ? null : { price: money(nextAmount, currency, language) };
  const note = timing === "nextInvoice" ? change.onNextInvoice : null;
  return (
    <>
      <dl className="lk-bill">
        <Line title={isCredit ? change.credit : change.dueNow} isTotal>
          {amount(dueNow)}
        </Line>
        <Line title={change.starts}>{effectiveAt === null ? change.startsNow : day(effectiveAt, language)}</Line>
        <Line title={change.newPrice}>
          {next ? fill(plan.price, { ...next, each: perIntervalText(recurringInterval, pricing) }) : change.unknown}
        </Line>
      </dl>
      {note ? <p className="lk-note">{note}</p> : null}
      {isEstimate ? <p className="lk-note">{change.estimate}</p> : null}
    </>
  );
}

function CostsSkeleton(): ReactElement {
  const { change } = useBillingUi().texts.page;
  return (
    <dl className="lk-bill">
      {[change.dueNow, change.starts, change.newPrice].map((title) => (
        <Line key={title} title={title}>
          <Skeleton width="96px" />
        </Line>
      ))}
    </dl>
  );
}

interface LineProps {
  readonly title: string;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

function Line({ title, isTotal = false, children }: LineProps): ReactElement {
  return (
    <div className={isTotal ? "lk-change-due" : undefined}>
      <dt>{title}</dt>
      <dd className="lk-number">{typeof children === "string" ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
