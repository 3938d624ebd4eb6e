/** A product card with the price, benefits, and a button. */

import type { BillingProduct } from "@latchkey/billing";
import { type ReactElement, useId } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { Icon } from "../../primitives/icons.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { priceTextOf } from "./prices.ts";
import type { PricingTexts } from "./texts.ts";

/** What the button does: buy, change the plan to this one, or first sign up or in. */
export type ProductOffer = "buy" | "change" | "signUp" | "signIn";

export interface ProductCardProps {
  readonly product: BillingProduct;
  readonly interval: string | null;
  readonly headingLevel: 2 | 3;
  readonly isRecommended: boolean;
  /** Whether the user has an active plan of this product. */
  readonly isCurrentPlan: boolean;
  /** Whether the user has this product with a different interval, which the button changes. */
  readonly isOtherInterval: boolean;
  readonly isPurchased: boolean;
  /** `null` if nothing is offered. */
  readonly offer: ProductOffer | null;
  readonly busy: boolean;
  /** @param button the card's button */
  onChoose(button: Element): void;
}

// Every card has the same six rows, even if some are empty, so that prices and buttons of all cards align.
export function ProductCard(props: ProductCardProps): ReactElement {
  const { product, interval, isRecommended, isCurrentPlan } = props;
  const id = useId();
  const { texts } = useAuthUi();
  const { language } = texts;
  const { pricing, page } = useBillingUi().texts;
  const { amount, perInterval, notes } = priceTextOf(product, interval, pricing, language);
  const Heading = props.headingLevel === 2 ? "h2" : "h3";
  return (
    <li className={classNames("lk-card lk-price", isRecommended && !isCurrentPlan && "lk-price-recommended")}>
      <article aria-labelledby={id}>
        <header className="lk-price-head">
          <Heading id={id} className="lk-price-name">
            <bdi>{product.name}</bdi>
          </Heading>
          <ProductBadge {...props} />
        </header>
        <p className="lk-price-text">
          <bdi>{product.description}</bdi>
        </p>
        <p className="lk-price-amount">
          <span className="lk-price-number">{amount}</span>{" "}
          {perInterval ? <span className="lk-note">{perInterval}</span> : null}
        </p>
        <div className="lk-note">
          {product.trialDays ? <p>{fillCount(texts, pricing.trial, product.trialDays)}</p> : null}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        <div className="lk-price-action">
          <ProductButton {...props} />
        </div>
        <ul className="lk-ticks">
          {product.benefits.map((benefit) => (
            <li key={benefit.id}>
              <Icon name="check" />
              <span>{benefit.description || (page.benefits.types[benefit.type] ?? benefit.type)}</span>
            </li>
          ))}
        </ul>
      </article>
    </li>
  );
}

function ProductBadge({ isCurrentPlan, isPurchased, isRecommended }: ProductCardProps): ReactElement | null {
  const { pricing } = useBillingUi().texts;
  if (isCurrentPlan) return <Badge tone="success">{pricing.yours}</Badge>;
  if (isPurchased) return <Badge tone="success">{pricing.bought}</Badge>;
  return isRecommended ? <Badge tone="primary">{pricing.recommended}</Badge> : null;
}

function ProductButton(props: ProductCardProps): ReactElement | null {
  const { product, isCurrentPlan, isRecommended, offer, busy, onChoose } = props;
  const { Link, navigate, paths } = useAuthUi();
  const { texts, path } = useBillingUi();
  if (offer === null) return null;
  if (isCurrentPlan) {
    return (
      <Link href={path} className="lk-button lk-button-secondary lk-button-full">
        {texts.pricing.manage}
      </Link>
    );
  }
  const [shown, spoken] = labelsOf(props, offer, texts.pricing);
  const press = {
    buy: onChoose,
    change: onChoose,
    signUp: () => navigate(paths.signUp),
    signIn: () => navigate(paths.signIn),
  }[offer];
  return (
    <Button
      variant={isRecommended ? "primary" : "secondary"}
      fullWidth
      busy={busy}
      aria-label={fill(spoken, { product: product.name })}
      onClick={({ currentTarget }) => press(currentTarget)}
    >
      {shown}
    </Button>
  );
}

/** The button's text, and its label for screen readers. */
function labelsOf(
  { product, isPurchased, isOtherInterval }: ProductCardProps,
  offer: ProductOffer,
  pricing: PricingTexts,
): readonly [shown: string, spoken: string] {
  if (offer === "signUp") return [pricing.signUp, pricing.signUpOf];
  if (offer === "signIn") return [pricing.signIn, pricing.signInOf];
  if (offer === "change" && isOtherInterval) return [pricing.switchInterval, pricing.switchIntervalOf];
  if (offer === "change") return [pricing.change, pricing.changeOf];
  if (product.isRecurring) return [pricing.choose, pricing.chooseOf];
  return isPurchased ? [pricing.buyAgain, pricing.buyAgainOf] : [pricing.buy, pricing.buyOf];
}
