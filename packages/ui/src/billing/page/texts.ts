/** Texts for the billing page. */

import type { PluralText } from "../../texts/texts.ts";

/** All texts for the billing page. */
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
    /** If the payment method can't be updated on the page. */
    readonly failedWithoutPortal: string;
    /** For members who can't manage billing. */
    readonly failedForMembers: string;
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
    readonly change: string;
    /** `{product}`. Label for screen readers, beginning with `change`. */
    readonly changeOf: string;
  };
  /** The dialog that changes the plan, and changes that are scheduled. */
  readonly change: {
    readonly title: string;
    /** `{product}`, `{price}`. The current plan. */
    readonly text: string;
    readonly plans: string;
    readonly none: string;
    /** `{plan}`, `{price}`. */
    readonly planWithPrice: string;
    readonly when: string;
    readonly timings: { readonly now: string; readonly nextInvoice: string; readonly periodEnd: string };
    readonly timingHints: { readonly now: string; readonly nextInvoice: string; readonly periodEnd: string };
    readonly summary: string;
    readonly choose: string;
    readonly dueNow: string;
    /** In place of `dueNow`, for a negative amount. */
    readonly credit: string;
    readonly starts: string;
    readonly startsNow: string;
    readonly newPrice: string;
    /** For amounts that the payment provider doesn't announce in advance. */
    readonly unknown: string;
    readonly onNextInvoice: string;
    readonly estimate: string;
    readonly submit: string;
    /** `{plan}`. */
    readonly changed: string;
    /** `{plan}`, `{date}`. */
    readonly scheduled: string;
    /** `{date}`. */
    readonly scheduledSeats: PluralText;
    /** `{plan}`, `{date}`. */
    readonly scheduledWithSeats: PluralText;
    /** `{date}`. */
    readonly scheduledPrice: string;
    readonly undo: string;
    /** `{product}`. Label for screen readers, beginning with `undo`. */
    readonly undoOf: string;
    /** `{product}`. */
    readonly undone: string;
  };
  readonly seats: {
    readonly title: string;
    readonly count: PluralText;
    /** `{used}`, `{paid}`. */
    readonly used: string;
    readonly full: string;
    readonly invitations: PluralText;
    /** For organizations that pay for each member. */
    readonly follows: string;
    readonly change: string;
    readonly changeTitle: string;
    readonly changeText: string;
    readonly field: string;
    /** `{count}`: members. */
    readonly least: string;
    /** `{count}`: the minimum number of seats. */
    readonly tooFew: string;
    readonly choose: string;
    readonly submit: string;
    /** `{product}`. */
    readonly changed: PluralText;
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
    /** Shown at 80 percent or more. */
    readonly near: string;
    /** `{date}`. */
    readonly resets: string;
  };
  readonly benefits: {
    readonly title: string;
    readonly none: string;
    /** For benefits that need something from the user first. */
    readonly waiting: string;
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
    failedWithoutPortal: "Your last payment failed. Contact support to keep your plan.",
    failedForMembers: "The last payment failed. Ask an owner to update the payment method.",
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
    change: "Change plan",
    changeOf: "Change plan: {product}",
  },
  change: {
    title: "Change plan",
    text: "You have {product}, {price}.",
    plans: "New plan",
    none: "There are no other plans.",
    planWithPrice: "{plan} ({price})",
    when: "When",
    timings: {
      now: "Now",
      nextInvoice: "Now, with the next invoice",
      periodEnd: "At the end of the billing period",
    },
    timingHints: {
      now: "You pay or get credit for the difference now.",
      nextInvoice: "The difference is on your next invoice.",
      periodEnd: "You keep your plan until then. Nothing is due now.",
    },
    summary: "Summary",
    choose: "Choose a plan to see what it costs.",
    dueNow: "Due now",
    credit: "Credit",
    starts: "Starts",
    startsNow: "Now",
    newPrice: "New price",
    unknown: "Shown on the invoice",
    onNextInvoice: "The difference is on your next invoice.",
    estimate: "Estimate. Taxes, discounts, and usage aren't included.",
    submit: "Change plan",
    changed: "Your plan is now {plan}.",
    scheduled: "Changes to {plan} on {date}.",
    scheduledSeats: { one: "Changes to {count} seat on {date}.", other: "Changes to {count} seats on {date}." },
    scheduledWithSeats: {
      one: "Changes to {plan} with {count} seat on {date}.",
      other: "Changes to {plan} with {count} seats on {date}.",
    },
    scheduledPrice: "The price or billing period changes on {date}.",
    undo: "Undo change",
    undoOf: "Undo change: {product}",
    undone: "Change undone. You keep {product}.",
  },
  seats: {
    title: "Seats",
    count: { one: "{count} seat", other: "{count} seats" },
    used: "{used} of {paid} used",
    full: "All taken",
    invitations: { one: "Includes {count} pending invitation.", other: "Includes {count} pending invitations." },
    follows: "Seats follow the number of members.",
    change: "Change seats",
    changeTitle: "Change seats",
    changeText: "The price depends on the number of seats.",
    field: "Number of seats",
    least: "Members: {count}. You can't have fewer seats.",
    tooFew: "Enter a whole number of at least {count}.",
    choose: "Enter another number to see what it costs.",
    submit: "Change seats",
    changed: { one: "{product} now has {count} seat.", other: "{product} now has {count} seats." },
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
    waiting: "Action needed",
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
