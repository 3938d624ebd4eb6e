/** Opens the checkout for a product, after its questions. */

import type { BillingProduct } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import type { SubmitResult } from "../../primitives/use-form.ts";
import { useExternalRedirect } from "../../social/use-external-redirect.ts";
import { referenceOf, useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import type { PricingTableProps } from "./pricing-props.ts";
import type { Answers } from "./questions-dialog.tsx";

/** Options of `useCheckout`. */
export type CheckoutOptions = Pick<PricingTableProps, "referenceId" | "successUrl" | "discountCode">;

/** The state of a checkout that a button opens. */
export interface Checkout {
  /** Id of the product whose checkout is opening. */
  readonly openingFor: string | null;
  readonly error: ClientError | null;
  /** The product whose questions are asked. */
  readonly asked: BillingProduct | null;
  /** Opens the checkout, or asks the product's questions first. */
  start(product: BillingProduct): void;
  /** Opens the checkout with the answers. */
  answer(answers: Answers): Promise<SubmitResult>;
  /** Closes the questions. */
  stop(): void;
}

/** Opens the checkout of a product, and asks its questions first. */
export function useCheckout({ successUrl, discountCode, ...owner }: CheckoutOptions): Checkout {
  const client = useBillingClient();
  const { path } = useBillingUi();
  const [asked, setAsked] = useState<BillingProduct | null>(null);
  const redirect = useExternalRedirect();
  const open = (product: BillingProduct, answers: Answers) =>
    client.billing.checkout({
      ...referenceOf(owner),
      productIds: [product.id],
      successUrl: successUrl ?? `${path}?checkout={CHECKOUT_ID}`,
      ...(discountCode === undefined ? {} : { discountCode }),
      answers,
    });
  return {
    openingFor: redirect.redirectingTo,
    error: redirect.error,
    asked,
    start(product) {
      if (product.questions.length > 0) setAsked(product);
      else redirect.start(product.id, () => open(product, {}));
    },
    async answer(answers) {
      const result = await open(asked as BillingProduct, answers);
      if (!result.error) setAsked(null);
      return result;
    },
    stop: () => setAsked(null),
  };
}
