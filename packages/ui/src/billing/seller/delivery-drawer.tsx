/** The details of a webhook delivery: what it changed, and what the app's handlers did. */

import type { DeliverySummary } from "@latchkey/billing";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Drawer } from "../../primitives/drawer.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { type RunAgain, RunAgainButton, RunAgainProblem, type RunAgainProps } from "./run-again.tsx";
import { outcomeText, stateOf } from "./use-deliveries.ts";

export interface DeliveryDrawerProps {
  /** `null` closes the drawer. */
  readonly delivery: DeliverySummary | null;
  readonly runAgain: RunAgain;
  /** Runs a failed delivery again. */
  onRun(delivery: DeliverySummary): void;
  onClose(): void;
}

export function DeliveryDrawer({ delivery, runAgain, onRun, onClose }: DeliveryDrawerProps): ReactElement {
  // The drawer keeps its content while it closes.
  const last = useRef(delivery);
  if (delivery) last.current = delivery;
  const shown = last.current;
  return (
    <Drawer open={delivery !== null} title={<bdi>{shown?.type}</bdi>} onClose={onClose}>
      {shown ? <Details delivery={shown} runAgain={runAgain} onRun={onRun} /> : null}
    </Drawer>
  );
}

function Details({ delivery, runAgain, onRun }: RunAgainProps): ReactElement {
  const { language } = useAuthUi().texts;
  const { deliveries } = useBillingUi().texts.seller;
  const { id, entityId, sentAt, receivedAt } = delivery;
  const time = (date: Date): ReactElement => (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString(language, { dateStyle: "medium", timeStyle: "long" })}
    </time>
  );
  return (
    <div className="lk-invoice">
      <RunAgainProblem delivery={delivery} runAgain={runAgain} />
      <Reports delivery={delivery} />
      <dl className="lk-fields">
        <Field title={deliveries.outcome}>{outcomeText(delivery, deliveries)}</Field>
        <Field title={deliveries.sent}>{time(sentAt)}</Field>
        <Field title={deliveries.received}>{time(receivedAt)}</Field>
        <Field title={deliveries.id}>
          <bdi className="lk-code">{id}</bdi>
        </Field>
        {entityId === null ? null : (
          <Field title={deliveries.entity}>
            <bdi className="lk-code">{entityId}</bdi>
          </Field>
        )}
        <Field title={deliveries.handlers}>
          <Handlers delivery={delivery} />
        </Field>
      </dl>
      {stateOf(delivery) === "failed" ? <RunAgainButton delivery={delivery} runAgain={runAgain} onRun={onRun} /> : null}
    </div>
  );
}

interface FieldProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Field({ title, children }: FieldProps): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Why the delivery couldn't be applied, and which changes and values in it are unexpected. */
function Reports({ delivery }: { readonly delivery: DeliverySummary }): ReactElement | null {
  const { deliveries } = useBillingUi().texts.seller;
  const reports = [
    ...(delivery.issues ?? []).map((issue) => fill(deliveries.issue, { issue })),
    ...delivery.illegal.map(({ of, from, to }) => fill(deliveries.illegal, { of, from, to })),
    ...delivery.unknown.map(({ of, member }) => fill(deliveries.unknown, { of, member })),
  ];
  if (reports.length === 0) return null;
  return (
    <Alert tone="warning">
      {reports.map((report) => (
        <p key={report}>{report}</p>
      ))}
    </Alert>
  );
}

function Handlers({ delivery }: { readonly delivery: DeliverySummary }): ReactElement {
  const { deliveries } = useBillingUi().texts.seller;
  if (delivery.handlers.length === 0) return <>{deliveries.noHandlers}</>;
  return (
    <ul className="lk-lines">
      {delivery.handlers.map(({ handler, state, attempts, lastError }) => (
        <li key={handler}>
          <span className={state === "open" ? "lk-note-error" : undefined}>
            {fill(deliveries.handlerStates[state] ?? state, { handler, attempts: String(attempts) })}
          </span>
          {lastError ? <bdi className="lk-code lk-block">{lastError}</bdi> : null}
        </li>
      ))}
    </ul>
  );
}
