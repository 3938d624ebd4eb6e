/** The pricing table: products, prices, and what the user already has. */

import type { BillingProduct } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { LoadError } from "../../primitives/load-error.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { useExternalRedirect } from "../../social/use-external-redirect.ts";
import { fill } from "../../texts/texts.ts";
import { type OwnerProps, referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { IntervalSwitch } from "./interval-switch.tsx";
import { intervalsOf, isOffered } from "./prices.ts";
import { ProductCard } from "./product-card.tsx";
import { noPurchases, readPurchases } from "./purchases.ts";
import { type Answers, QuestionsDialog } from "./questions-dialog.tsx";

/** Props of `PricingTable`. */
export interface PricingTableProps extends OwnerProps {
  readonly className?: string;
  readonly title?: string;
  /** Ids of the products to show, in this order. Default: all products on sale, plans first, then oldest first. */
  readonly products?: readonly string[];
  /** URL to return to after the checkout. Can contain `{CHECKOUT_ID}`. Default: the billing page. */
  readonly successUrl?: string;
  readonly discountCode?: string;
}

/** One card per product, with a link to the checkout. Signed-out users see the prices and a link to sign up. */
export function PricingTable(props: PricingTableProps): ReactElement {
  return (
    <SetupBoundary>
      <PricingTableContent {...props} />
    </SetupBoundary>
  );
}

function PricingTableContent(props: PricingTableProps): ReactElement {
  const { className, title, products: wanted } = props;
  const client = useBillingClient();
  const { texts } = useAuthUi();
  const { pricing } = useBillingUi().texts;
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, isPending, reload } = useQuery("products", () => client.billing.products());
  const products = selectProducts(data ?? [], wanted);
  const intervals = intervalsOf(products);
  const interval = chosen ?? (intervals.includes("month") ? "month" : (intervals[0] ?? null));
  return (
    <Screen>
      <div className={classNames("lk-pricing", className)}>
        <div className="lk-pricing-head">
          <h1 className="lk-title lk-title-page">{title ?? pricing.title}</h1>
          {intervals.length > 1 ? (
            <IntervalSwitch intervals={intervals} value={interval} onChange={setChosen} texts={pricing} />
          ) : null}
        </div>
        {error ? <LoadError error={error} onRetry={reload} /> : null}
        {isPending && !data ? <p className="lk-subtitle">{texts.loading}…</p> : null}
        {data && products.length === 0 ? <p className="lk-subtitle">{pricing.empty}</p> : null}
        {products.length > 0 ? <Products {...props} products={products} interval={interval} /> : null}
      </div>
    </Screen>
  );
}

function selectProducts(
  all: readonly BillingProduct[],
  wanted: readonly string[] | undefined,
): readonly BillingProduct[] {
  // Plans come before one-time products.
  if (!wanted) return [...all].sort((a, b) => Number(b.isRecurring) - Number(a.isRecurring));
  return wanted.flatMap((id) => all.filter((product) => product.id === id));
}

interface ProductsProps extends Omit<PricingTableProps, "products"> {
  readonly products: readonly BillingProduct[];
  readonly interval: string | null;
}

function Products({ products, interval, successUrl, discountCode, ...owner }: ProductsProps): ReactElement {
  const client = useBillingClient();
  const { texts, navigate, paths } = useAuthUi();
  const { texts: own, path } = useBillingUi();
  const session = client.useSession();
  const key = useOwnerKey(owner);
  const [asked, setAsked] = useState<BillingProduct | null>(null);
  const departure = useExternalRedirect();
  const once = products.some(({ isRecurring }) => !isRecurring);
  const owned = useQuery(key === null ? null : `${key} ${once}`, () => readPurchases(client, referenceOf(owner), once));
  const { plans, bought } = owned.data ?? noPurchases;

  const checkout = (product: BillingProduct, answers: Answers = {}) =>
    client.billing.checkout({
      ...referenceOf(owner),
      productIds: [product.id],
      successUrl: successUrl ?? `${path}?checkout={CHECKOUT_ID}`,
      ...(discountCode === undefined ? {} : { discountCode }),
      answers,
    });
  const choose = (product: BillingProduct): void => {
    if (session.isPending) return;
    if (!session.data) navigate(paths.signUp);
    else if (product.questions.length > 0) setAsked(product);
    else departure.start(product.id, () => checkout(product));
  };
  const problem = departure.error ?? owned.error;
  const others = plans.filter(({ product }) => products.some(({ id }) => id === product.id));
  return (
    <>
      <ErrorAlert error={problem} />
      {others.length > 0 &&
      products.some((one) => one.isRecurring && !others.some(({ product }) => product.id === one.id)) ? (
        <p className="lk-subtitle lk-pricing-note">
          {fill(own.pricing.besides, {
            name: joinNames(
              others.map(({ product }) => product.name ?? product.id),
              texts.language,
            ),
          })}
        </p>
      ) : null}
      <ul className="lk-prices">
        {products
          .filter((product) => isOffered(product, interval))
          .map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              interval={interval}
              isCurrentPlan={plans.some((plan) => plan.product.id === product.id)}
              isPurchased={bought.has(product.id)}
              isSignedOut={!session.isPending && !session.data}
              busy={departure.redirectingTo === product.id}
              onChoose={() => choose(product)}
            />
          ))}
      </ul>
      {asked ? (
        <QuestionsDialog
          product={asked}
          onClose={() => setAsked(null)}
          onAnswered={async (answers) => {
            const result = await checkout(asked, answers);
            if (!result.error) setAsked(null);
            return result;
          }}
        />
      ) : null}
    </>
  );
}

/** Joins names, such as "Solo and Studio". */
function joinNames(names: readonly string[], language: string | undefined): string {
  return new Intl.ListFormat(language).format(names);
}
