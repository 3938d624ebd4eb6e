/** Opens the checkout for a product, after its questions. */

import type { BillingProduct } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import type { SubmitResult } from "../../primitives/use-form.ts";
import { useExternalRedirect } from "../../social/use-external-redirect.ts";
import { useBillingCapabilities } from "../access.ts";
import { hasSeatPrice } from "../change/options.ts";
import { referenceOf, useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import type { PricingTableProps } from "./pricing-props.ts";
import type { Answers } from "./questions-dialog.tsx";

/** Options for `useCheckout`. */
export type CheckoutOptions = Pick<PricingTableProps, "referenceId" | "successUrl" | "discountCode">;

/** The state of a checkout that a button opens. */
export interface Checkout {
  /** Id of the product whose checkout is opening. */
  readonly openingFor: string | null;
  readonly error: ClientError | null;
  /** The product whose questions the dialog asks. `null` if it's closed. */
  readonly pendingProduct: BillingProduct | null;
  /** Whether the dialog also asks for the number of seats. */
  readonly asksForSeats: boolean;
  /** Opens the checkout, or asks the product's questions first. */
  start(product: BillingProduct): void;
  /** Opens the checkout with the answers. */
  submitAnswers(answers: Answers, seats: number | null): Promise<SubmitResult>;
  /** Closes the questions. */
  stop(): void;
}

/** Opens a product's checkout, after asking the product's questions. */
export function useCheckout({ successUrl, discountCode, ...owner }: CheckoutOptions): Checkout {
  const client = useBillingClient();
  const { path } = useBillingUi();
  const [pendingProduct, setPendingProduct] = useState<BillingProduct | null>(null);
  const redirect = useExternalRedirect();
  const seats = useBillingCapabilities()?.seats ?? null;
  // If seats follow the members, the server counts them.
  const mustAskForSeats = (product: BillingProduct): boolean => seats !== "members" && hasSeatPrice(product);
  const open = (product: BillingProduct, answers: Answers, seatCount: number | null) =>
    client.billing.checkout({
      ...referenceOf(owner),
      productIds: [product.id],
      successUrl: successUrl ?? `${path}?checkout={CHECKOUT_ID}`,
      ...(discountCode === undefined ? {} : { discountCode }),
      answers,
      ...(seatCount === null ? {} : { seats: seatCount }),
    });
  return {
    openingFor: redirect.redirectingTo,
    error: redirect.error,
    pendingProduct,
    asksForSeats: pendingProduct !== null && mustAskForSeats(pendingProduct),
    start(product) {
      if (product.questions.length > 0 || mustAskForSeats(product)) setPendingProduct(product);
      else redirect.start(product.id, () => open(product, {}, null));
    },
    async submitAnswers(answers, seatCount) {
      const result = await open(pendingProduct as BillingProduct, answers, seatCount);
      if (!result.error) setPendingProduct(null);
      return result;
    },
    stop: () => setPendingProduct(null),
  };
}
