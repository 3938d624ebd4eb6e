/** What can be bought, what it costs, and what is there already. */

import type { BillingProduct } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { LoadError } from "../../primitives/load-error.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useDeparture } from "../../social/use-departure.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { type OwnerProps, referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { IntervalSwitch } from "./interval-switch.tsx";
import { nothing, readOwned } from "./owned.ts";
import { intervalsOf, isOffered } from "./prices.ts";
import { ProductCard } from "./product-card.tsx";
import { type Answers, QuestionsDialog } from "./questions-dialog.tsx";

/** What `PricingTable` takes. */
export interface PricingTableProps extends OwnerProps {
  readonly className?: string;
  readonly title?: string;
  /** Ids of the products to show, in this order. Default: all that are sold, plans first, each the oldest first. */
  readonly products?: readonly string[];
  /** Where the buyer comes back to; may hold `{CHECKOUT_ID}`. Default: the billing page, which waits for the payment. */
  readonly successUrl?: string;
  readonly discountCode?: string;
}

/** A card a product, with a way to the checkout. Whoever is not signed in sees the prices, and is led to sign up. */
export function PricingTable(props: PricingTableProps): ReactElement {
  const { className, title, products: wanted } = props;
  const client = useBillingClient();
  const { texts } = useAuthUi();
  const { pricing } = useBillingUi().texts;
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, isPending, reload } = useLoaded("products", () => client.billing.products());
  const products = wantedOf(data ?? [], wanted);
  const intervals = intervalsOf(products);
  const interval = chosen ?? (intervals.includes("month") ? "month" : (intervals[0] ?? null));
  return (
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
      {products.length > 0 ? <Products {...props} offered={products} interval={interval} /> : null}
    </div>
  );
}

function wantedOf(all: readonly BillingProduct[], wanted: readonly string[] | undefined): readonly BillingProduct[] {
  // What is bought once stands behind the plans.
  if (!wanted) return [...all].sort((a, b) => Number(b.isRecurring) - Number(a.isRecurring));
  return wanted.flatMap((id) => all.filter((product) => product.id === id));
}

interface ProductsProps extends PricingTableProps {
  readonly offered: readonly BillingProduct[];
  readonly interval: string | null;
}

function Products({ offered, interval, successUrl, discountCode, ...owner }: ProductsProps): ReactElement {
  const client = useBillingClient();
  const { texts, navigate, paths } = useAuthUi();
  const { texts: own, path } = useBillingUi();
  const session = client.useSession();
  const key = useOwnerKey(owner);
  const [asked, setAsked] = useState<BillingProduct | null>(null);
  const departure = useDeparture();
  const once = offered.some(({ isRecurring }) => !isRecurring);
  const owned = useLoaded(key === null ? null : `${key} ${once}`, () => readOwned(client, referenceOf(owner), once));
  const { plans, bought } = owned.data ?? nothing;

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
  const others = plans.filter(({ product }) => offered.some(({ id }) => id === product.id));
  return (
    <>
      {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
      {others.length > 0 &&
      offered.some((one) => one.isRecurring && !others.some(({ product }) => product.id === one.id)) ? (
        <p className="lk-subtitle lk-pricing-note">
          {fill(own.pricing.besides, {
            name: namesOf(
              others.map(({ product }) => product.name ?? product.id),
              texts.language,
            ),
          })}
        </p>
      ) : null}
      <ul className="lk-prices">
        {offered
          .filter((product) => isOffered(product, interval))
          .map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              interval={interval}
              isYours={plans.some((plan) => plan.product.id === product.id)}
              isBought={bought.has(product.id)}
              isStranger={!session.isPending && !session.data}
              busy={departure.to === product.id}
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

/** "Solo and Studio". */
function namesOf(names: readonly string[], language: string | undefined): string {
  return new Intl.ListFormat(language).format(names);
}
