/** One product with its price, what comes with it, and a button. */

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
  /** A plan of it runs. */
  readonly isYours: boolean;
  readonly isBought: boolean;
  /** Nobody is signed in. */
  readonly isStranger: boolean;
  readonly busy: boolean;
  onChoose(): void;
}

export function ProductCard({ product, interval, isYours, isBought, ...rest }: ProductCardProps): ReactElement {
  const id = useId();
  const { texts, Link } = useAuthUi();
  const { texts: own, path } = useBillingUi();
  const { pricing, page } = own;
  const { amount, each, notes } = priceTextOf(product, interval, pricing, texts.language);
  return (
    <li className={classNames("lk-card lk-price", isYours && "lk-price-own")}>
      <article aria-labelledby={id}>
        <header className="lk-price-head">
          <h2 id={id} className="lk-title">
            {product.name}
          </h2>
          {isYours ? <span className="lk-badge">{pricing.yours}</span> : null}
          {isBought ? <span className="lk-badge">{pricing.bought}</span> : null}
        </header>
        {product.description ? <p className="lk-subtitle">{product.description}</p> : null}
        <p className="lk-price-amount">
          <span className="lk-price-number">{amount}</span> {each ? <span className="lk-note">{each}</span> : null}
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
        {isYours ? (
          <Link href={path} className="lk-button lk-button-quiet">
            {pricing.manage}
          </Link>
        ) : (
          <ChooseButton {...rest} product={product} isBought={isBought} />
        )}
      </article>
    </li>
  );
}

type ChooseButtonProps = Pick<ProductCardProps, "product" | "isBought" | "isStranger" | "busy" | "onChoose">;

function ChooseButton({ product, isBought, isStranger, busy, onChoose }: ChooseButtonProps): ReactElement {
  const { pricing } = useBillingUi().texts;
  const words = isStranger
    ? ([pricing.signUp, pricing.signUpOf] as const)
    : product.isRecurring
      ? ([pricing.choose, pricing.chooseOf] as const)
      : ([isBought ? pricing.buyAgain : pricing.buy, isBought ? pricing.buyAgainOf : pricing.buyOf] as const);
  const [shown, spoken] = words;
  return (
    <Button
      look={isBought ? "quiet" : "primary"}
      busy={busy}
      aria-label={fill(spoken, { product: product.name })}
      onClick={onChoose}
    >
      {shown}
    </Button>
  );
}
