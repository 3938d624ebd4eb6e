/** The seats of a plan: how many there are, how many are taken, and a button to change them. */

import type { BillingSubscription, SeatUsage } from "@latchkey/billing";
import { type ReactElement, useRef, useState } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { Row } from "../../primitives/row.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { isChangeable } from "../change/options.ts";
import { SeatsDialog } from "../change/seats-dialog.tsx";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";

export interface SeatsRowProps {
  /** The plan with the seats. `null` for the seats that an organization has without a plan. */
  readonly plan: BillingSubscription | null;
  /** `null` for a user's own plan, because only organizations have members that take up seats. */
  readonly usage: SeatUsage | null;
}

export function SeatsRow({ plan, usage }: SeatsRowProps): ReactElement {
  const { texts } = useAuthUi();
  const { seats } = useBillingUi().texts.page;
  const taken = usage ? usage.members + usage.invitations : 0;
  const paid = usage ? usage.paid : (plan?.seats ?? null);
  const count = (value: number): string => value.toLocaleString(texts.language);
  const isFull = usage?.mode === "fixed" && paid !== null && taken >= paid;
  const follows = usage?.mode === "members";
  const value =
    usage && !follows && paid !== null
      ? fill(seats.used, { used: count(taken), paid: count(paid) })
      : fillCount(texts, seats.count, paid ?? taken);
  return (
    <Row
      label={seats.title}
      value={
        <span className="lk-plan-price">
          <bdi>{value}</bdi> {isFull ? <Badge tone="warning">{seats.full}</Badge> : null}
        </span>
      }
      hint={
        follows
          ? seats.follows
          : usage && usage.invitations > 0
            ? fillCount(texts, seats.invitations, usage.invitations)
            : null
      }
      actions={plan && !follows ? <ChangeSeats plan={plan} members={usage?.members ?? 0} /> : null}
    />
  );
}

interface ChangeSeatsProps {
  readonly plan: BillingSubscription;
  readonly members: number;
}

function ChangeSeats({ plan, members }: ChangeSeatsProps): ReactElement | null {
  const { reference, timings, reload } = useBilling();
  const { seats } = useBillingUi().texts.page;
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (timings.length === 0 || !isChangeable(plan)) return null;
  return (
    <>
      <Button ref={button} variant="secondary" size="small" onClick={() => setOpen(true)}>
        {seats.change}
      </Button>
      {isOpen ? (
        <SeatsDialog
          plan={plan}
          members={members}
          reference={reference}
          timings={timings}
          returnTo={button}
          onDone={async (text) => {
            // Reload before the dialog closes, so that the page already shows the change.
            await reload();
            setOpen(false);
            toast({ text });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
