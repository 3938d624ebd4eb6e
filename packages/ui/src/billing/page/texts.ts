/** The texts of the billing page. */

/** All texts of the billing page. */
export interface BillingPageTexts {
  readonly menu: string;
  readonly title: string;
  readonly arrival: {
    readonly waiting: string;
    readonly arrived: string;
    readonly late: string;
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
    readonly failed: string;
    readonly cancel: string;
    /** `{product}`. Also in `resumeOf`. */
    readonly cancelOf: string;
    readonly resume: string;
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
  };
  readonly benefits: {
    readonly title: string;
    readonly none: string;
    /** By type, for benefits without a description. */
    readonly types: Readonly<Record<string, string>>;
    readonly key: string;
    /** `{count}`. Also in `uses`. */
    readonly machines: string;
    readonly uses: string;
    /** `{date}`. */
    readonly until: string;
    readonly file: string;
    readonly files: string;
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
    readonly details: string;
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
    waiting: "We are waiting for the payment platform to confirm your purchase. Mostly this takes a few seconds.",
    arrived: "Thank you. What you bought is yours now.",
    late: "The payment platform takes longer than usual to confirm this. Nothing is lost: look here again in a few minutes.",
  },
  plan: {
    title: "Plan",
    none: "There is no plan yet.",
    see: "See plans and prices",
    other: "See other plans",
    status: {
      active: "Active",
      trialing: "Trial",
      past_due: "Payment failed",
      unpaid: "Not paid",
      incomplete: "Not paid yet",
    },
    ending: "Ending",
    price: "{price} {each}",
    renews: "Renews on {date}.",
    ends: "Ends on {date}, and does not renew.",
    trialEnds: "The trial ends on {date}.",
    failed: "The last payment did not go through. Check how you pay, so that nothing is lost.",
    cancel: "Cancel plan",
    cancelOf: "Cancel plan: {product}",
    resume: "Keep plan",
    resumeOf: "Keep plan: {product}",
    cancelTitle: "Cancel {product}?",
    cancelText: "Everything in it stays yours until {date}. Until then you can take this back.",
    cancelTextNow: "It ends with the period that is paid. Until then you can take this back.",
    cancelSubmit: "Cancel plan",
    reason: "Why are you leaving? (optional)",
    noReason: "I would rather not say",
    reasons: {
      too_expensive: "It is too expensive",
      missing_features: "Something is missing",
      switched_service: "I use something else now",
      unused: "I do not use it",
      customer_service: "I did not get the help I needed",
      low_quality: "It is not good enough",
      too_complex: "It is too complicated",
      other: "Another reason",
    },
    comment: "What could be better? (optional)",
    commentHint: "The seller reads this.",
    canceled: "{product} is canceled. It will not renew.",
    resumeTitle: "Keep {product}?",
    resumeText: "It will renew on {date}, for {price}.",
    resumeTextSoon: "It will renew, for {price}.",
    resumeSubmit: "Keep plan",
    resumed: "{product} goes on, and renews as before.",
  },
  usage: {
    title: "Usage",
    subtitle: "In the current period.",
    unnamed: "Units",
    usedOf: "{used} of {credited} used",
    used: "{used} used",
    left: "{left} left",
    over: "{over} over",
    cost: "{amount} so far",
  },
  benefits: {
    title: "What you have",
    none: "Nothing yet. It comes with a plan, or with something that you buy.",
    types: {
      custom: "A benefit",
      discord: "Access to a Discord server",
      github_repository: "Access to a repository",
      downloadables: "Files",
      license_keys: "A license key",
      meter_credit: "Usage that is paid for",
    },
    key: "License key",
    machines: "On up to {count} devices",
    uses: "Up to {count} uses",
    until: "Until {date}",
    file: "1 file",
    files: "{count} files",
    manageKey: "Show key",
    download: "Download",
    connect: "Connect account",
    buttonOf: "{button}: {benefit}",
  },
  orders: {
    title: "Invoices",
    subtitle: "What was paid, and what came back.",
    caption: "Orders, newest first",
    empty: "Nothing was bought yet.",
    what: "What",
    when: "Date",
    amount: "Amount",
    state: "Status",
    status: {
      pending: "Being paid",
      paid: "Paid",
      partially_refunded: "Partly refunded",
      refunded: "Refunded",
    },
    reasons: {
      purchase: "Purchase",
      subscription_create: "First payment",
      subscription_cycle: "Renewal",
      subscription_update: "Change of plan",
    },
    details: "Details",
    discount: "Discount",
    tax: "Tax",
    total: "Total",
    proration: "for part of a period",
    refund: "Refunded on {date}",
    refundStatus: {
      pending: "Refund on its way since {date}",
      failed: "Refund of {date} that did not go through",
      canceled: "Refund of {date} that was taken back",
    },
    page: "{from}–{to} of {total}",
    portal: "Invoice files and payment methods",
  },
};
