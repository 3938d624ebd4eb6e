/** A plan: price, state, and actions to cancel or resume it. */

import type { BillingSubscription } from "@latchkey/billing";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import { Button, IconButton } from "../../primitives/button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { Row } from "../../primitives/row.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { CancelDialog, ResumeDialog } from "./plan-dialogs.tsx";
import { isEnding, nextDateOf, PlanBadge, PlanDates, usePlanPrice } from "./plan-state.tsx";

export interface PlanRowProps {
  readonly plan: BillingSubscription;
}

export function PlanRow({ plan }: PlanRowProps): ReactElement {
  const { canCancel, reload } = useBilling();
  const { plan: texts } = useBillingUi().texts.page;
  const toast = useToast();
  const price = usePlanPrice();
  const [asked, setAsked] = useState<"cancel" | "resume" | null>(null);
  // The menu and the button take turns, so this is whichever is there.
  const action = useRef<HTMLButtonElement>(null);
  const product = plan.product.name ?? plan.product.id;
  const done = async (text: string): Promise<void> => {
    // Before the dialog closes, so that the focus goes to what the row offers then.
    await reload();
    setAsked(null);
    toast({ text: fill(text, { product }) });
  };
  const dialog = { plan, returnTo: action, onClose: () => setAsked(null) };
  return (
    <>
      <Row
        label={product}
        value={
          <span className="lk-plan-price">
            <bdi>{price(plan)}</bdi> <PlanBadge plan={plan} />
          </span>
        }
        hint={nextDateOf(plan) ? <PlanDates plan={plan} /> : null}
        actions={canCancel ? <PlanAction plan={plan} product={product} button={action} onAsk={setAsked} /> : null}
      />
      {asked === "cancel" ? <CancelDialog {...dialog} onDone={() => done(texts.canceled)} /> : null}
      {asked === "resume" ? <ResumeDialog {...dialog} price={price(plan)} onDone={() => done(texts.resumed)} /> : null}
    </>
  );
}

interface PlanActionProps extends PlanRowProps {
  readonly product: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  onAsk(what: "cancel" | "resume"): void;
}

function PlanAction({ plan, product, button, onAsk }: PlanActionProps): ReactElement {
  const { plan: texts } = useBillingUi().texts.page;
  if (isEnding(plan)) {
    return (
      <Button ref={button} aria-label={fill(texts.resumeOf, { product })} onClick={() => onAsk("resume")}>
        {texts.resume}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <IconButton
          ref={button}
          size="small"
          label={fill(texts.actionsOf, { product })}
          icon={<Icon name="ellipsis" />}
        />
      }
    >
      <MenuItem tone="destructive" onSelect={() => onAsk("cancel")}>
        {texts.cancel}
      </MenuItem>
    </Menu>
  );
}
