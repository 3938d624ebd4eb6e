/** Error messages of billing. */

/** The English error messages, by error code. */
export const billingErrorsEn: Readonly<Record<string, string>> = {
  BILLING_REFERENCE_FORBIDDEN: "You may not do this for this organization. Ask one of its owners.",
  BILLING_SELLER_FORBIDDEN: "You may not see what the seller sees.",
  BENEFIT_REQUIRED: "This is part of a plan that you do not have.",
  SUBSCRIPTION_REQUIRED: "This needs a plan.",
  PRODUCT_NOT_FOUND: "This is not sold any more. Load the page again to see what is.",
  DISCOUNT_NOT_FOUND: "This discount code is not known, or it is over.",
  SUBSCRIPTION_NOT_FOUND: "This plan is over already, or it belongs to somebody else.",
  CUSTOMER_NOT_FOUND: "Nothing was bought with your address before.",
  INVALID_CUSTOM_FIELDS: "Some answers are missing, or do not fit the question.",
  BILLING_CUSTOMER_CONFLICT: "The payment platform knows this address as another customer's. Please ask for help.",
  BILLING_PROVIDER_FAILED: "The payment platform cannot be reached. Nothing was charged. Try again in a moment.",
};
