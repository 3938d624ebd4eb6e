/** A product card with the price, benefits, and a button. */

import type { BillingProduct } from "@latchkey/billing";
import { type ReactElement, useId } from "react";
import { Button } from "../../primitives/button.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { priceTextOf } from "./prices.ts";

export interface ProductCardProps {
  readonly product: BillingProduct;
  readonly interval: string | null;
  /** Whether the user has an active plan of this product. */
  readonly isCurrentPlan: boolean;
  readonly isPurchased: boolean;
  /** Whether no one is signed in. */
  readonly isSignedOut: boolean;
  readonly busy: boolean;
  onChoose(): void;
}

export function ProductCard({
  product,
  interval,
  isCurrentPlan,
  isPurchased,
  ...rest
}: ProductCardProps): ReactElement {
  const id = useId();
  const { texts, Link } = useAuthUi();
  const { texts: own, path } = useBillingUi();
  const { pricing, page } = own;
  const { amount, perInterval, notes } = priceTextOf(product, interval, pricing, texts.language);
  return (
    <li className={classNames("lk-card lk-price", isCurrentPlan && "lk-price-own")}>
      <article aria-labelledby={id}>
        <header className="lk-price-head">
          <h2 id={id} className="lk-title">
            {product.name}
          </h2>
          {isCurrentPlan ? <span className="lk-badge lk-badge-success">{pricing.yours}</span> : null}
          {isPurchased ? <span className="lk-badge lk-badge-success">{pricing.bought}</span> : null}
        </header>
        {product.description ? <p className="lk-subtitle">{product.description}</p> : null}
        <p className="lk-price-amount">
          <span className="lk-price-number">{amount}</span>{" "}
          {perInterval ? <span className="lk-note">{perInterval}</span> : null}
        </p>
        {notes.map((note) => (
          <p key={note} className="lk-note">
            {note}
          </p>
        ))}
        {product.benefits.length > 0 ? (
          <ul className="lk-ticks">
            {product.benefits.map((benefit) => (
              <li key={benefit.id}>{benefit.description || (page.benefits.types[benefit.type] ?? benefit.type)}</li>
            ))}
          </ul>
        ) : null}
        {isCurrentPlan ? (
          <Link href={path} className="lk-button lk-button-secondary">
            {pricing.manage}
          </Link>
        ) : (
          <ChooseButton {...rest} product={product} isPurchased={isPurchased} />
        )}
      </article>
    </li>
  );
}

type ChooseButtonProps = Pick<ProductCardProps, "product" | "isPurchased" | "isSignedOut" | "busy" | "onChoose">;

function ChooseButton({ product, isPurchased, isSignedOut, busy, onChoose }: ChooseButtonProps): ReactElement {
  const { pricing } = useBillingUi().texts;
  const words = isSignedOut
    ? ([pricing.signUp, pricing.signUpOf] as const)
    : product.isRecurring
      ? ([pricing.choose, pricing.chooseOf] as const)
      : ([isPurchased ? pricing.buyAgain : pricing.buy, isPurchased ? pricing.buyAgainOf : pricing.buyOf] as const);
  const [shown, spoken] = words;
  return (
    <Button
      variant={isPurchased ? "secondary" : "primary"}
      busy={busy}
      aria-label={fill(spoken, { product: product.name })}
      onClick={onChoose}
    >
      {shown}
    </Button>
  );
}
