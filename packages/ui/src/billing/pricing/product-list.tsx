/** The cards of the pricing table: plans, and one-time products below. */

import type { BillingProduct, BillingSubscription } from "@latchkey/billing";
import { type ReactElement, useId } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { noAccess, useBillingCapabilities } from "../access.ts";
import { referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { isOffered } from "./prices.ts";
import type { PricingTableProps } from "./pricing-props.ts";
import { ProductCard, type ProductOffer } from "./product-card.tsx";
import { noPurchases, type Purchases, readPurchases } from "./purchases.ts";
import { QuestionsDialog } from "./questions-dialog.tsx";
import { useCheckout } from "./use-checkout.ts";

export interface ProductListProps extends Omit<PricingTableProps, "products" | "title" | "className"> {
  readonly products: readonly BillingProduct[];
  readonly interval: string | null;
}

export function ProductList({ products, interval, recommended, ...owner }: ProductListProps): ReactElement {
  const { texts } = useAuthUi();
  const { pricing } = useBillingUi().texts;
  const checkout = useCheckout(owner);
  const owned = usePurchases(products, owner);
  const offer = useOffer(owned.data);
  const { plans, bought, manages } = owned.data ?? noPurchases;
  const shown = products.filter((product) => isOffered(product, interval));
  const subscriptions = shown.filter(({ isRecurring }) => isRecurring);
  const oneTime = shown.filter(({ isRecurring }) => !isRecurring);
  const card = (product: BillingProduct, headingLevel: 2 | 3): ReactElement => (
    <ProductCard
      key={product.id}
      product={product}
      interval={interval}
      headingLevel={headingLevel}
      isRecommended={product.id === recommended}
      isCurrentPlan={plans.some((plan) => plan.product.id === product.id)}
      isPurchased={bought.has(product.id)}
      offer={offer}
      busy={checkout.openingFor === product.id}
      onChoose={() => checkout.start(product)}
    />
  );
  return (
    <>
      <ErrorAlert error={checkout.error ?? owned.error} />
      {owned.data && !manages ? <p className="lk-pricing-note">{errorText(texts, noAccess)}</p> : null}
      {offer === "buy" ? <ExistingPlans plans={plans} products={subscriptions} /> : null}
      {subscriptions.length > 0 ? (
        <ul className="lk-prices">{subscriptions.map((product) => card(product, 2))}</ul>
      ) : null}
      {oneTime.length > 0 && subscriptions.length > 0 ? (
        <OneTime title={pricing.oneTime}>{oneTime.map((product) => card(product, 3))}</OneTime>
      ) : null}
      {oneTime.length > 0 && subscriptions.length === 0 ? (
        <ul className="lk-prices">{oneTime.map((product) => card(product, 2))}</ul>
      ) : null}
      {checkout.asked ? (
        <QuestionsDialog product={checkout.asked} onClose={checkout.stop} onAnswered={checkout.answer} />
      ) : null}
    </>
  );
}

/** What the user has, once it's known who they are. */
function usePurchases(products: readonly BillingProduct[], owner: { readonly referenceId?: string | undefined }) {
  const client = useBillingClient();
  const key = useOwnerKey(owner);
  const hasOneTime = products.some(({ isRecurring }) => !isRecurring);
  return useQuery(key === null ? null : `${key} ${hasOneTime}`, () =>
    readPurchases(client, referenceOf(owner), hasOneTime),
  );
}

/** What the cards offer. `null` without a button: loading, no permission, or no checkout on the server. */
function useOffer(owned: Purchases | null): ProductOffer | null {
  const session = useBillingClient().useSession();
  const capabilities = useCapabilities();
  const billing = useBillingCapabilities();
  if (!billing?.checkout || session.isPending) return null;
  if (session.data) return owned?.manages ? "buy" : null;
  return capabilities?.signUp.open === false ? "signIn" : "signUp";
}

function OneTime({ title, children }: { readonly title: string; readonly children: ReactElement[] }): ReactElement {
  const id = useId();
  return (
    <section className="lk-section" aria-labelledby={id}>
      <h2 id={id} className="lk-part-title">
        {title}
      </h2>
      <ul className="lk-prices">{children}</ul>
    </section>
  );
}

interface ExistingPlansProps {
  readonly plans: readonly BillingSubscription[];
  readonly products: readonly BillingProduct[];
}

/** Says that another plan is added to the ones that the user has. */
function ExistingPlans({ plans, products }: ExistingPlansProps): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { pricing } = useBillingUi().texts;
  const own = plans.filter(({ product }) => products.some(({ id }) => id === product.id));
  const hasOther = products.some(({ id }) => !own.some(({ product }) => product.id === id));
  if (own.length === 0 || !hasOther) return null;
  const names = own.map(({ product }) => product.name ?? product.id);
  const name = new Intl.ListFormat(language).format(names);
  return <p className="lk-pricing-note">{fill(pricing.existingPlan, { name })}</p>;
}
