/** Runs failed webhook deliveries again, and shows why the last run failed. */

import type { DeliverySummary, RedeliverReport } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";

/** What the button and its message need. */
export interface RunAgain {
  /** Id of the delivery that is running. */
  readonly runningId: string | null;
  /** Why the last run failed. */
  readonly problem: { readonly id: string; readonly text: string } | null;
  /** @returns whether the delivery is processed now */
  run(delivery: DeliverySummary): Promise<boolean>;
}

/**
 * Returns the state of the last run, and a function to run a delivery again.
 * @param reload loads the deliveries again
 */
export function useRunAgain(reload: () => Promise<void>): RunAgain {
  const { billing } = useBillingClient();
  const { texts } = useAuthUi();
  const { deliveries } = useBillingUi().texts.seller;
  const toast = useToast();
  const [runningId, setRunningId] = useState<string | null>(null);
  const [problem, setProblem] = useState<RunAgain["problem"]>(null);
  const failureOf = ({ outcome, failed, running }: RedeliverReport): string | null => {
    const names = (handlers: readonly string[]): string => new Intl.ListFormat(texts.language).format(handlers);
    if (failed.length > 0) return fill(deliveries.failedAgain, { handlers: names(failed) });
    if (running.length > 0) return fill(deliveries.stillRunning, { handlers: names(running) });
    return outcome === "unreadable" ? deliveries.stillUnreadable : null;
  };
  return {
    runningId,
    problem,
    async run({ id, type }) {
      setRunningId(id);
      setProblem(null);
      const { data, error } = await billing.seller.redeliver({ deliveryId: id });
      const failure = error ? errorText(texts, error) : failureOf(data);
      await reload();
      setRunningId(null);
      if (failure === null) toast({ text: fill(deliveries.ranAgain, { event: type }) });
      else setProblem({ id, text: failure });
      return failure === null;
    },
  };
}

export interface RunAgainProps {
  readonly delivery: DeliverySummary;
  readonly runAgain: RunAgain;
  onRun(delivery: DeliverySummary): void;
}

export function RunAgainButton({ delivery, runAgain, onRun }: RunAgainProps): ReactElement {
  const { deliveries } = useBillingUi().texts.seller;
  return (
    <Button
      path="/billing/seller/redeliver"
      variant="secondary"
      size="small"
      busy={runAgain.runningId === delivery.id}
      blocked={runAgain.runningId !== null && runAgain.runningId !== delivery.id}
      aria-label={fill(deliveries.runAgainOf, { event: delivery.type })}
      onClick={() => onRun(delivery)}
    >
      {deliveries.runAgain}
    </Button>
  );
}

export function RunAgainProblem({ delivery, runAgain }: Omit<RunAgainProps, "onRun">): ReactElement | null {
  if (runAgain.problem?.id !== delivery.id) return null;
  return <Alert tone="error">{runAgain.problem.text}</Alert>;
}
