/** What buyers see when they return from the checkout. */

import type { ReactElement } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { useBillingUi } from "../ui.ts";
import type { Purchase } from "./use-purchase-status.ts";

/** A region that announces each step of the purchase. Empty if the user didn't come from a checkout. */
export function Arrival({ status, checkAgain }: Purchase): ReactElement {
  const { arrival } = useBillingUi().texts.page;
  return (
    <div role="status" className="lk-arrival">
      {status === "waiting" ? (
        <div className="lk-alert lk-alert-progress">
          <span className="lk-spinner" aria-hidden="true" />
          <span>{arrival.waiting}</span>
        </div>
      ) : null}
      {status === "arrived" ? <Alert tone="success">{arrival.arrived}</Alert> : null}
      {status === "late" ? (
        <Alert tone="warning">
          <div className="lk-alert-line">
            <span>{arrival.late}</span>
            <Button variant="secondary" size="small" onClick={checkAgain}>
              {arrival.checkAgain}
            </Button>
          </div>
        </Alert>
      ) : null}
    </div>
  );
}
