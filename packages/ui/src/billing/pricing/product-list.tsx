/** The cards of the pricing table: plans, and one-time products below. */

import type { BillingProduct, BillingSubscription } from "@latchkey/billing";
import { type CSSProperties, type ReactElement, type RefObject, useId, useMemo, useRef, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { noAccess, useBillingCapabilities } from "../access.ts";
import { isChangeable, type PlanOption, planOptionsOf } from "../change/options.ts";
import { PlanChangeDialog } from "../change/plan-dialog.tsx";
import { referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { isOffered } from "./prices.ts";
import type { PricingTableProps } from "./pricing-props.ts";
import { ProductCard, type ProductOffer } from "./product-card.tsx";
import { noPurchases, type Purchases, purchasePaths, readPurchases } from "./purchases.ts";
import { QuestionsDialog } from "./questions-dialog.tsx";
import { useCheckout } from "./use-checkout.ts";

export interface ProductListProps extends Omit<PricingTableProps, "products" | "title" | "className"> {
  readonly products: readonly BillingProduct[];
  readonly interval: string | null;
}

export function ProductList({
  products,
  interval,
  recommended,
  existingPlan = "change",
  ...owner
}: ProductListProps): ReactElement {
  const { texts } = useAuthUi();
  const { pricing } = useBillingUi().texts;
  const checkout = useCheckout(owner);
  const purchases = usePurchases(products, owner);
  const offer = useOffer(purchases.data);
  const { plans, bought, manages } = purchases.data ?? noPurchases;
  const timings = useBillingCapabilities()?.changeTimings ?? [];
  const [only] = plans;
  const canChange = existingPlan === "change" && offer === "buy" && timings.length > 0 && plans.length === 1;
  /** The plan that the cards change. */
  const changing = canChange && only && isChangeable(only) ? only : null;
  const [chosenPlan, setChosenPlan] = useState<PlanOption | null>(null);
  const opener = useCardAction();
  const toast = useToast();
  const shown = products.filter((product) => isOffered(product, interval));
  const subscriptions = subscriptionsOf(shown);
  const oneTime = shown.filter(({ isRecurring }) => !isRecurring);
  const card = (product: BillingProduct, headingLevel: 2 | 3): ReactElement => {
    const options = changing ? planOptionsOf([product], changing) : [];
    const option = options.find((one) => one.interval === interval) ?? options[0];
    const isOwned = plans.some((plan) => plan.product.id === product.id);
    const isOtherInterval = isOwned && option !== undefined && !option.isCurrent;
    return (
      <ProductCard
        key={product.id}
        product={product}
        interval={interval}
        headingLevel={headingLevel}
        isRecommended={product.id === recommended}
        isCurrentPlan={isOwned && !isOtherInterval}
        isOtherInterval={isOtherInterval}
        isPurchased={bought.has(product.id)}
        offer={option ? "change" : offer}
        busy={checkout.openingFor === product.id}
        onChoose={(button) => {
          opener.remember(button);
          if (option) setChosenPlan(option);
          else checkout.start(product);
        }}
      />
    );
  };
  return (
    <>
      <ErrorAlert error={checkout.error ?? purchases.error} />
      {purchases.data && !manages ? <p className="lk-pricing-note">{errorText(texts, noAccess)}</p> : null}
      {offer === "buy" ? (
        <ExistingPlans
          plans={plans}
          products={subscriptions}
          text={changing ? pricing.changePlan : pricing.existingPlan}
        />
      ) : null}
      {subscriptions.length > 0 ? (
        <ul className="lk-prices">{subscriptions.map((product) => card(product, 2))}</ul>
      ) : null}
      {oneTime.length > 0 && subscriptions.length > 0 ? (
        <OneTime title={pricing.oneTime} plans={subscriptions.length}>
          {oneTime.map((product) => card(product, 3))}
        </OneTime>
      ) : null}
      {oneTime.length > 0 && subscriptions.length === 0 ? (
        <ul className="lk-prices">{oneTime.map((product) => card(product, 2))}</ul>
      ) : null}
      {changing && chosenPlan ? (
        <PlanChangeDialog
          plan={changing}
          products={subscriptionsOf(products)}
          reference={referenceOf(owner)}
          timings={timings}
          initial={chosenPlan.key}
          returnTo={opener.action}
          onDone={async (text) => {
            // Reload before the dialog closes, so that the cards already show the change.
            await purchases.reload();
            setChosenPlan(null);
            toast({ text });
          }}
          onClose={() => setChosenPlan(null)}
        />
      ) : null}
      {checkout.pendingProduct ? (
        <QuestionsDialog
          product={checkout.pendingProduct}
          asksForSeats={checkout.asksForSeats}
          reference={referenceOf(owner)}
          onClose={checkout.stop}
          onAnswered={checkout.submitAnswers}
        />
      ) : null}
    </>
  );
}

/**
 * Refers to the card's button or link, so that it gets focus when a dialog closes. After a change, a link to the
 * billing page takes the place of the button that opened the dialog.
 */
function useCardAction(): { readonly action: RefObject<HTMLElement | null>; remember(button: Element): void } {
  const card = useRef<Element | null>(null);
  return useMemo(
    () => ({
      action: {
        get current() {
          return card.current?.querySelector<HTMLElement>("a, button") ?? null;
        },
      },
      remember(button) {
        card.current = button.closest("article");
      },
    }),
    [],
  );
}

/** What the user has, once it's known who they are. */
function usePurchases(products: readonly BillingProduct[], owner: { readonly referenceId?: string | undefined }) {
  const client = useBillingClient();
  const key = useOwnerKey(owner);
  const canListOrders = useCanCall()("/billing/orders") !== false;
  const hasOneTime = canListOrders && products.some(({ isRecurring }) => !isRecurring);
  return useQuery(purchasePaths(hasOneTime), key === null ? null : `${key} ${hasOneTime}`, () =>
    readPurchases(client, referenceOf(owner), hasOneTime),
  );
}

/** What the cards offer. `null` while loading, without the permission, or without a checkout on the server. */
function useOffer(purchases: Purchases | null): ProductOffer | null {
  const session = useBillingClient().useSession();
  const capabilities = useCapabilities();
  const billing = useBillingCapabilities();
  if (!billing?.checkout || session.isPending) return null;
  if (session.data) return purchases?.manages ? "buy" : null;
  return capabilities?.signUp.open === false ? "signIn" : "signUp";
}

interface OneTimeProps {
  readonly title: string;
  /** How many plans are listed above. These cards line up with their columns. */
  readonly plans: number;
  readonly children: ReactElement[];
}

function OneTime({ title, plans, children }: OneTimeProps): ReactElement {
  const id = useId();
  const columns = plans > 1 ? ({ "--plans": plans } as CSSProperties) : undefined;
  return (
    <section className="lk-section" aria-labelledby={id}>
      <h2 id={id} className="lk-part-title">
        {title}
      </h2>
      <ul className="lk-prices" style={columns}>
        {children}
      </ul>
    </section>
  );
}

const subscriptionsOf = (products: readonly BillingProduct[]): readonly BillingProduct[] =>
  products.filter(({ isRecurring }) => isRecurring);

interface ExistingPlansProps {
  /** `{name}`. */
  readonly text: string;
  readonly plans: readonly BillingSubscription[];
  readonly products: readonly BillingProduct[];
}

/** Explains what happens to the user's current plans if they choose another one. */
function ExistingPlans({ plans, products, text }: ExistingPlansProps): ReactElement | null {
  const { language } = useAuthUi().texts;
  const ownPlans = plans.filter(({ product }) => products.some(({ id }) => id === product.id));
  const hasOther = products.some(({ id }) => !ownPlans.some(({ product }) => product.id === id));
  if (ownPlans.length === 0 || !hasOther) return null;
  const names = ownPlans.map(({ product }) => product.name ?? product.id);
  const name = new Intl.ListFormat(language).format(names);
  return <p className="lk-pricing-note">{fill(text, { name })}</p>;
}
