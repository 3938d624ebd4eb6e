/** The texts of the billing page. */

import type { PluralText } from "../../texts/texts.ts";

/** All texts of the billing page. */
export interface BillingPageTexts {
  readonly menu: string;
  readonly title: string;
  readonly arrival: {
    readonly waiting: string;
    readonly arrived: string;
    readonly late: string;
    readonly checkAgain: string;
  };
  readonly plan: {
    readonly title: string;
    readonly none: string;
    readonly see: string;
    /** Shown if the user already has plans. */
    readonly other: string;
    /** By status. A status without a text is shown by its name. */
    readonly status: Readonly<Record<string, string>>;
    readonly ending: string;
    /** `{price}`, `{each}`. */
    readonly price: string;
    /** `{date}`. Also in `ends` and `trialEnds`. */
    readonly renews: string;
    readonly ends: string;
    readonly trialEnds: string;
    /** Days until the trial ends. */
    readonly trialLeft: PluralText;
    readonly failed: string;
    readonly updatePayment: string;
    /** `{product}`. Label of a plan's menu for screen readers. */
    readonly actionsOf: string;
    readonly cancel: string;
    readonly resume: string;
    /** `{product}`. Label for screen readers, beginning with `resume`. */
    readonly resumeOf: string;
    readonly cancelTitle: string;
    /** `{date}`. */
    readonly cancelText: string;
    readonly cancelTextNow: string;
    readonly cancelSubmit: string;
    readonly reason: string;
    readonly noReason: string;
    /** By reason, in display order. */
    readonly reasons: Readonly<Record<string, string>>;
    readonly comment: string;
    readonly commentHint: string;
    /** `{product}`. */
    readonly canceled: string;
    readonly resumeTitle: string;
    /** `{date}`, `{price}`. */
    readonly resumeText: string;
    /** `{price}`. */
    readonly resumeTextSoon: string;
    readonly resumeSubmit: string;
    readonly resumed: string;
  };
  readonly usage: {
    readonly title: string;
    readonly subtitle: string;
    readonly unnamed: string;
    /** `{used}`, `{credited}`. */
    readonly usedOf: string;
    /** `{used}`. */
    readonly used: string;
    /** `{left}`. */
    readonly left: string;
    /** `{over}`. */
    readonly over: string;
    /** `{amount}`. */
    readonly cost: string;
    /** From 80 percent. */
    readonly near: string;
    /** `{date}`. */
    readonly resets: string;
  };
  readonly benefits: {
    readonly title: string;
    readonly none: string;
    /** By type, for benefits without a description. */
    readonly types: Readonly<Record<string, string>>;
    readonly key: string;
    readonly machines: PluralText;
    readonly uses: PluralText;
    /** `{date}`. */
    readonly until: string;
    readonly files: PluralText;
    readonly manageKey: string;
    readonly download: string;
    readonly connect: string;
    /** `{button}`, `{benefit}`. Label for screen readers. */
    readonly buttonOf: string;
  };
  readonly orders: {
    readonly title: string;
    readonly subtitle: string;
    readonly caption: string;
    readonly empty: string;
    readonly what: string;
    readonly when: string;
    readonly amount: string;
    readonly state: string;
    /** By status. A status without a text is shown by its name. */
    readonly status: Readonly<Record<string, string>>;
    /** By billing reason. */
    readonly reasons: Readonly<Record<string, string>>;
    /** `{product}`, `{date}`. Label for screen readers. */
    readonly detailsOf: string;
    readonly orderId: string;
    readonly discount: string;
    readonly tax: string;
    readonly total: string;
    readonly proration: string;
    /** `{date}`. */
    readonly refund: string;
    /** `{date}`. By status, for refunds that aren't completed. */
    readonly refundStatus: Readonly<Record<string, string>>;
    /** `{from}`, `{to}`, `{total}`. */
    readonly page: string;
    readonly portal: string;
  };
}

/** The English texts. */
export const page: BillingPageTexts = {
  menu: "Billing",
  title: "Billing",
  arrival: {
    waiting: "Confirming your purchase. This usually takes a few seconds.",
    arrived: "Purchase confirmed. Thank you.",
    late: "Confirmation is taking longer than usual. Your purchase isn't lost. Check back in a few minutes.",
    checkAgain: "Check again",
  },
  plan: {
    title: "Plan",
    none: "No active plan.",
    see: "View plans",
    other: "View other plans",
    status: {
      active: "Active",
      trialing: "Trial",
      past_due: "Payment failed",
      unpaid: "Unpaid",
      incomplete: "Payment pending",
    },
    ending: "Won't renew",
    price: "{price} {each}",
    renews: "Renews on {date}.",
    ends: "Ends on {date}. It won't renew.",
    trialEnds: "Trial ends on {date}.",
    trialLeft: { one: "{count} day left", other: "{count} days left" },
    failed: "Your last payment failed. Update your payment method to keep your plan.",
    updatePayment: "Update payment method",
    actionsOf: "Actions for {product}",
    cancel: "Cancel plan",
    resume: "Keep plan",
    resumeOf: "Keep plan: {product}",
    cancelTitle: "Cancel {product}?",
    cancelText: "You'll keep access until {date}. You can change your mind until then.",
    cancelTextNow: "You'll keep access until the end of the billing period. You can change your mind until then.",
    cancelSubmit: "Cancel plan",
    reason: "Why are you canceling? (optional)",
    noReason: "Prefer not to say",
    reasons: {
      too_expensive: "It's too expensive",
      missing_features: "It's missing features I need",
      switched_service: "I switched to something else",
      unused: "I don't use it",
      customer_service: "I wasn't happy with the support",
      low_quality: "The quality isn't good enough",
      too_complex: "It's too complicated",
      other: "Other",
    },
    comment: "What could be better? (optional)",
    commentHint: "Your feedback is shared with the seller.",
    canceled: "{product} canceled. It won't renew.",
    resumeTitle: "Keep {product}?",
    resumeText: "It will renew on {date} for {price}.",
    resumeTextSoon: "It will renew for {price}.",
    resumeSubmit: "Keep plan",
    resumed: "{product} will renew as usual.",
  },
  usage: {
    title: "Usage",
    subtitle: "Current billing period.",
    unnamed: "Units",
    usedOf: "{used} of {credited} used",
    used: "{used} used",
    left: "{left} remaining",
    over: "{over} over the limit",
    cost: "{amount} so far",
    near: "Close to the limit",
    resets: "Resets on {date}",
  },
  benefits: {
    title: "Benefits",
    none: "No benefits yet. Plans and purchases can include them.",
    types: {
      custom: "Benefit",
      discord: "Discord server access",
      github_repository: "GitHub repository access",
      downloadables: "Files",
      license_keys: "License key",
      meter_credit: "Prepaid usage",
    },
    key: "License key",
    machines: { one: "Up to {count} device", other: "Up to {count} devices" },
    uses: { one: "Up to {count} use", other: "Up to {count} uses" },
    until: "Expires {date}",
    files: { one: "{count} file", other: "{count} files" },
    manageKey: "View key",
    download: "Download",
    connect: "Connect account",
    buttonOf: "{button}: {benefit}",
  },
  orders: {
    title: "Invoices",
    subtitle: "Your payments and refunds.",
    caption: "Invoices, newest first",
    empty: "No invoices yet.",
    what: "Description",
    when: "Date",
    amount: "Amount",
    state: "Status",
    status: {
      pending: "Pending",
      paid: "Paid",
      partially_refunded: "Partially refunded",
      refunded: "Refunded",
    },
    reasons: {
      purchase: "Purchase",
      subscription_create: "New subscription",
      subscription_cycle: "Renewal",
      subscription_update: "Plan change",
    },
    detailsOf: "Details of {product}, {date}",
    orderId: "Order ID",
    discount: "Discount",
    tax: "Tax",
    total: "Total",
    proration: "prorated",
    refund: "Refunded on {date}",
    refundStatus: {
      pending: "Refund pending since {date}",
      failed: "Refund on {date} failed",
      canceled: "Refund on {date} canceled",
    },
    page: "{from}–{to} of {total}",
    portal: "Manage payment methods and invoices",
  },
};
