/** A plan: price, state, scheduled change, and actions to change, cancel, or resume it. */

import type { BillingProduct, BillingSubscription } from "@latchkey/billing";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import { Button, IconButton } from "../../primitives/button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { Row } from "../../primitives/row.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { isChangeable, planOptionsOf } from "../change/options.ts";
import { PlanChangeDialog } from "../change/plan-dialog.tsx";
import { useScheduledText } from "../change/plan-text.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { CancelDialog, ResumeDialog } from "./plan-dialogs.tsx";
import { isEnding, nextDateOf, PlanBadge, PlanDates, usePlanPrice } from "./plan-state.tsx";

/** The dialog that's open. */
type OpenDialog = "change" | "cancel" | "resume";

export interface PlanRowProps {
  readonly plan: BillingSubscription;
  /** What the plan can change to. */
  readonly products: readonly BillingProduct[];
}

export function PlanRow({ plan, products }: PlanRowProps): ReactElement {
  const { reload, reference, timings } = useBilling();
  const { plan: texts } = useBillingUi().texts.page;
  const toast = useToast();
  const price = usePlanPrice();
  const scheduled = useScheduledText(products)(plan);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  const undo = useUndo(plan, change);
  // The row shows either a menu or a button. This refers to whichever it is.
  const action = useRef<HTMLButtonElement>(null);
  const product = plan.product.name ?? plan.product.id;
  const done = async (text: string): Promise<void> => {
    // Reload before the dialog closes, so that focus goes to the button that the row shows afterward.
    await reload();
    setOpenDialog(null);
    toast({ text: fill(text, { product }) });
  };
  const dialog = { plan, returnTo: action, onClose: () => setOpenDialog(null) };
  return (
    <>
      <Row
        label={product}
        value={
          <span className="lk-plan-price">
            <bdi>{price(plan)}</bdi> <PlanBadge plan={plan} />
          </span>
        }
        hint={scheduled ?? (nextDateOf(plan) ? <PlanDates plan={plan} /> : null)}
        hintActions={scheduled && timings.length > 0 ? <UndoButton product={product} {...undo} /> : undefined}
        error={undo.error}
        actions={
          <PlanActions plan={plan} products={products} change={change} action={action} onOpenDialog={setOpenDialog} />
        }
      />
      {openDialog === "change" ? (
        <PlanChangeDialog
          {...dialog}
          products={products}
          reference={reference}
          timings={timings}
          returnTo={change}
          onDone={done}
        />
      ) : null}
      {openDialog === "cancel" ? <CancelDialog {...dialog} onDone={() => done(texts.canceled)} /> : null}
      {openDialog === "resume" ? (
        <ResumeDialog {...dialog} price={price(plan)} onDone={() => done(texts.resumed)} />
      ) : null}
    </>
  );
}

interface Undo {
  readonly busy: boolean;
  readonly error: string | null;
  run(): void;
}

/**
 * Removes a scheduled change.
 * @param next gets focus, because the pressed button is gone
 */
function useUndo(plan: BillingSubscription, next: RefObject<HTMLButtonElement | null>): Undo {
  const { billing } = useBillingClient();
  const { texts } = useAuthUi();
  const { change } = useBillingUi().texts.page;
  const { reference, reload } = useBilling();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const result = await billing.undoChange({ ...reference, subscriptionId: plan.id });
    if (result.error) setError(errorText(texts, result.error));
    else {
      await reload();
      next.current?.focus();
      toast({ text: fill(change.undone, { product: plan.product.name ?? plan.product.id }) });
    }
    setBusy(false);
  };
  return { busy, error, run: () => void run() };
}

function UndoButton({ product, busy, run }: Undo & { readonly product: string }): ReactElement {
  const { change } = useBillingUi().texts.page;
  return (
    <Button
      path="/billing/undo-change"
      variant="secondary"
      size="small"
      busy={busy}
      aria-label={fill(change.undoOf, { product })}
      onClick={run}
    >
      {change.undo}
    </Button>
  );
}

interface PlanActionsProps extends PlanRowProps {
  readonly change: RefObject<HTMLButtonElement | null>;
  readonly action: RefObject<HTMLButtonElement | null>;
  onOpenDialog(dialog: OpenDialog): void;
}

function PlanActions({ plan, products, change, action, onOpenDialog }: PlanActionsProps): ReactElement | null {
  const { canCancel, canResume, timings } = useBilling();
  const { plan: texts } = useBillingUi().texts.page;
  const product = plan.product.name ?? plan.product.id;
  if (canResume && isEnding(plan)) {
    return (
      <Button ref={action} aria-label={fill(texts.resumeOf, { product })} onClick={() => onOpenDialog("resume")}>
        {texts.resume}
      </Button>
    );
  }
  const canChange =
    timings.length > 0 && isChangeable(plan) && planOptionsOf(products, plan).some(({ isCurrent }) => !isCurrent);
  return (
    <>
      {canChange ? (
        <Button
          ref={change}
          variant="secondary"
          size="small"
          aria-label={fill(texts.changeOf, { product })}
          onClick={() => onOpenDialog("change")}
        >
          {texts.change}
        </Button>
      ) : null}
      {canCancel ? (
        <Menu
          trigger={
            <IconButton
              ref={action}
              size="small"
              label={fill(texts.actionsOf, { product })}
              icon={<Icon name="ellipsis" />}
            />
          }
        >
          <MenuItem tone="destructive" onSelect={() => onOpenDialog("cancel")}>
            {texts.cancel}
          </MenuItem>
        </Menu>
      ) : null}
    </>
  );
}
