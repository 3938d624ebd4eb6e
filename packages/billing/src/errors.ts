/** The billing plugin's errors. */

/** Webhook delivery errors. */
export const webhookErrors = {
  WEBHOOK_MISSING_HEADERS: { status: 400, message: "Missing required headers" },
  WEBHOOK_NO_MATCHING_SIGNATURE: { status: 400, message: "No matching signature found" },
  WEBHOOK_TIMESTAMP_TOO_OLD: { status: 400, message: "Message timestamp too old" },
  WEBHOOK_TIMESTAMP_TOO_NEW: { status: 400, message: "Message timestamp too new" },
  WEBHOOK_INVALID_PAYLOAD: { status: 400, message: "The payload isn't an event" },
  WEBHOOK_HANDLER_FAILED: { status: 500, message: "A handler failed. Send the event again." },
  WEBHOOK_STILL_RUNNING: { status: 503, message: "A handler is still running. Send the event again." },
} as const;

/** Access check errors. */
export const accessErrors = {
  BILLING_REFERENCE_FORBIDDEN: { status: 403, message: "You are not allowed to act for this reference" },
  BILLING_SELLER_FORBIDDEN: { status: 403, message: "You are not allowed to see the seller's view" },
  BENEFIT_REQUIRED: { status: 402, message: "This needs a benefit that you don't have" },
  SUBSCRIPTION_REQUIRED: { status: 402, message: "This needs a subscription" },
} as const;

/** Errors from calls to the payment provider. */
export const providerErrors = {
  BILLING_CUSTOMER_CONFLICT: { status: 409, message: "The payment provider rejected this customer. Contact support." },
  BILLING_PROVIDER_REJECTED: { status: 422, message: "The payment provider rejected the request." },
  BILLING_PROVIDER_FAILED: { status: 502, message: "The payment provider can't be reached. Try again later." },
} as const;

/** Errors about the product, discount, subscription, delivery, or customer that a call refers to. */
export const actionErrors = {
  PRODUCT_NOT_FOUND: { status: 404, message: "Product not found" },
  DISCOUNT_NOT_FOUND: { status: 404, message: "Discount not found" },
  SUBSCRIPTION_NOT_FOUND: { status: 404, message: "Subscription not found" },
  DELIVERY_NOT_FOUND: { status: 404, message: "Delivery not found" },
  CUSTOMER_NOT_FOUND: { status: 404, message: "Customer not found" },
  INVALID_CUSTOM_FIELDS: { status: 400, message: "Answers are missing or invalid" },
} as const;

/** Plan and seat change errors. */
export const changeErrors = {
  PLAN_UNCHANGED: { status: 400, message: "The subscription already has this plan" },
  CHANGE_NOT_ALLOWED: { status: 400, message: "This kind of change isn't allowed" },
  SUBSCRIPTION_NOT_ACTIVE: { status: 409, message: "The subscription isn't active" },
  SUBSCRIPTION_PAST_DUE: { status: 409, message: "A payment is overdue. Update the payment method first." },
  SUBSCRIPTION_ENDS: { status: 409, message: "The subscription is canceled. Resume it first." },
  NO_SCHEDULED_CHANGE: { status: 409, message: "No change is scheduled" },
} as const;

/** Errors when users or organizations are deleted. */
export const deletionErrors = {
  SUBSCRIPTION_RUNNING: { status: 409, message: "A subscription is still active. Cancel it first." },
} as const;

/** Customer linking errors. */
export const linkErrors = {
  BILLING_REFERENCE_NOT_FOUND: { status: 404, message: "The user or the organization doesn't exist" },
  CUSTOMER_ALREADY_LINKED: { status: 409, message: "The customer or the reference is already linked" },
} as const;

/** Seat errors. */
export const seatErrors = {
  SEAT_LIMIT_REACHED: { status: 403, message: "All paid seats are taken" },
  SEATS_TAKEN: { status: 409, message: "The organization has more members than that" },
} as const;

/** Errors about named benefits and limits. */
export const entitlementErrors = {
  UNKNOWN_ENTITLEMENT: { status: 400, message: "No plan has a benefit or limit with this name" },
  LIMIT_REACHED: { status: 402, message: "The plan's limit is reached" },
} as const;

/** Sync errors. */
export const syncErrors = {
  SYNC_RUNNING: { status: 409, message: "Another sync is running" },
} as const;

/** The plugin's error catalog. */
export const billingErrors: typeof webhookErrors &
  typeof accessErrors &
  typeof actionErrors &
  typeof changeErrors &
  typeof syncErrors &
  typeof deletionErrors &
  typeof seatErrors &
  typeof entitlementErrors &
  typeof linkErrors &
  typeof providerErrors = {
  ...webhookErrors,
  ...accessErrors,
  ...actionErrors,
  ...changeErrors,
  ...syncErrors,
  ...deletionErrors,
  ...seatErrors,
  ...entitlementErrors,
  ...linkErrors,
  ...providerErrors,
};
