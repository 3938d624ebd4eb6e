/** Error messages of billing. */

/** The English error messages, by error code. */
export const billingErrorsEn: Readonly<Record<string, string>> = {
  BILLING_REFERENCE_FORBIDDEN: "You don't have permission to manage billing for this organization. Ask an owner.",
  BILLING_SELLER_FORBIDDEN: "You don't have access to sales data.",
  BENEFIT_REQUIRED: "Your plan doesn't include this. Upgrade to use it.",
  SUBSCRIPTION_REQUIRED: "You need an active plan to use this.",
  PRODUCT_NOT_FOUND: "This product is no longer available. Reload the page to see what is.",
  DISCOUNT_NOT_FOUND: "That discount code is invalid or has expired.",
  PLAN_UNCHANGED: "You already have this plan.",
  CHANGE_NOT_ALLOWED: "This change isn't available here. Choose another option.",
  SUBSCRIPTION_NOT_ACTIVE: "This plan isn't active, so it can't be changed.",
  SUBSCRIPTION_PAST_DUE: "A payment failed. Update your payment method, then change the plan.",
  SUBSCRIPTION_ENDS: "This plan is canceled. Resume it, then change it.",
  NO_SCHEDULED_CHANGE: "No change is scheduled. Reload the page to see the current plan.",
  SUBSCRIPTION_RUNNING: "You have a running subscription. Cancel it first.",
  CUSTOMER_ALREADY_LINKED: "This customer or account is already linked.",
  SEAT_LIMIT_REACHED: "All paid seats are taken. Add seats, then invite more people.",
  SEATS_TAKEN: "You have more members than that. Remove members first.",
  LIMIT_REACHED: "You've reached the limit of your plan. Upgrade to add more.",
  SUBSCRIPTION_NOT_FOUND: "This subscription has ended or belongs to someone else.",
  CUSTOMER_NOT_FOUND: "We couldn't find any purchases with your email.",
  INVALID_CUSTOM_FIELDS: "Some answers are missing or invalid. Check them and try again.",
  BILLING_CUSTOMER_CONFLICT: "Your email is already used by another customer. Contact support.",
  BILLING_PROVIDER_REJECTED: "The payment provider didn't allow this. Reload the page to see the current state.",
  DELIVERY_NOT_FOUND: "This delivery no longer exists.",
  BILLING_PROVIDER_FAILED: "Couldn't reach the payment provider. You weren't charged. Try again in a moment.",
};
