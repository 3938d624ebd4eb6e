/** Texts for the seller page. */

import type { PluralText } from "../../texts/texts.ts";

/** All texts for the seller page. */
export interface SellerTexts {
  readonly menu: string;
  readonly title: string;
  readonly subtitle: string;
  /** Label of the navigation. */
  readonly lists: string;
  /** `{from}`, `{to}`, `{total}`. */
  readonly page: string;
  readonly overview: {
    readonly tab: string;
    readonly active: string;
    readonly trials: string;
    readonly pastDue: string;
    readonly revenue: string;
    readonly revenueNote: string;
    /** Instead of an amount, which would need a currency. */
    readonly noRevenue: string;
    readonly customers: string;
    readonly attention: string;
    readonly noAttention: string;
    /** Which webhooks were checked. */
    readonly latest: PluralText;
    readonly all: PluralText;
  };
  readonly products: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly name: string;
    readonly prices: string;
    readonly benefits: string;
    readonly archived: string;
    readonly noPrice: string;
  };
  readonly customers: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly search: string;
    readonly customer: string;
    readonly owner: string;
    readonly since: string;
    readonly organization: string;
    readonly person: string;
    readonly nobody: string;
    readonly deleted: string;
    readonly link: string;
    /** `{customer}`. Also in the next one. */
    readonly linkOf: string;
    readonly linkTitle: string;
    readonly linkText: string;
    readonly linkSearch: string;
    /** Shown if the text is too short for a search. */
    readonly linkMore: string;
    readonly linkNone: string;
    /** What linking does: `{owner}`, their email or slug as `{detail}`, and `{customer}`. */
    readonly linkChosen: string;
    readonly linkSubmit: string;
    /** `{customer}`, `{owner}`. */
    readonly linked: string;
    readonly linkGone: string;
  };
  readonly subscriptions: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly filter: string;
    readonly onlyActive: string;
    readonly onlyOthers: string;
    readonly product: string;
    readonly customer: string;
    readonly state: string;
    readonly price: string;
    /** By status, in addition to those of the billing page. */
    readonly status: Readonly<Record<string, string>>;
    /** `{date}`. */
    readonly ended: string;
  };
  /** The other texts of orders are those of the billing page. */
  readonly orders: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly product: string;
    readonly customer: string;
  };
  readonly refunds: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly customer: string;
    readonly reason: string;
    readonly order: string;
    readonly when: string;
    readonly state: string;
    readonly amount: string;
    /** By status. A status without a text is shown by its name. */
    readonly status: Readonly<Record<string, string>>;
    /** By reason. A reason without a text is shown by its name. */
    readonly reasons: Readonly<Record<string, string>>;
  };
  readonly benefits: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly name: string;
    readonly type: string;
    readonly since: string;
    /** By type, in addition to those of the billing page. */
    readonly types: Readonly<Record<string, string>>;
  };
  readonly discounts: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly name: string;
    readonly terms: string;
    readonly used: string;
    /** `{used}`, `{max}`. */
    readonly usedOf: string;
    readonly state: string;
    readonly states: {
      readonly active: string;
      readonly scheduled: string;
      readonly expired: string;
      readonly usedUp: string;
    };
    /** `{amount}`, such as "50%". Also in the next two. */
    readonly once: string;
    readonly forever: string;
    /** Number of months. */
    readonly repeating: PluralText;
    /** `{date}`. */
    readonly from: string;
    /** `{date}`. */
    readonly until: string;
  };
  readonly meters: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly name: string;
    readonly id: string;
    readonly since: string;
  };
  readonly deliveries: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly noMatch: string;
    readonly event: string;
    readonly received: string;
    readonly sent: string;
    readonly id: string;
    readonly entity: string;
    readonly state: string;
    readonly states: { readonly failed: string; readonly unexpected: string; readonly processed: string };
    readonly outcome: string;
    readonly handlers: string;
    /** The result of a webhook that was applied, but made a handler fail. */
    readonly handlerFailed: string;
    readonly noHandlers: string;
    /** `{event}`, `{id}`. Label for screen readers. */
    readonly detailsOf: string;
    readonly reload: string;
    /** Which webhooks the filters apply to. */
    readonly latest: PluralText;
    readonly loadOlder: string;
    /** By outcome. */
    readonly outcomes: Readonly<Record<string, string>>;
    /** `{handler}`, `{attempts}`. By handler state. */
    readonly handlerStates: Readonly<Record<string, string>>;
    /** `{of}`, `{from}`, `{to}`. */
    readonly illegal: string;
    /** `{of}`, `{member}`. */
    readonly unknown: string;
    readonly runAgain: string;
    /** `{event}`. Label for screen readers, beginning with `runAgain`. */
    readonly runAgainOf: string;
    /** `{event}`. */
    readonly ranAgain: string;
    /** `{handlers}`. Also in `stillRunning`. */
    readonly failedAgain: string;
    readonly stillRunning: string;
    readonly stillUnreadable: string;
    /** `{issue}`: why a webhook couldn't be applied. */
    readonly issue: string;
  };
}

/** The English texts. */
export const seller: SellerTexts = {
  menu: "Sales",
  title: "Sales",
  subtitle: "Products, customers, and subscriptions, as reported by your payment provider.",
  lists: "Sales views",
  page: "{from}–{to} of {total}",
  overview: {
    tab: "Overview",
    active: "Active subscriptions",
    trials: "Trials",
    pastDue: "Past due",
    revenue: "Revenue in 30 days",
    revenueNote: "Before tax, after refunds.",
    noRevenue: "None",
    customers: "Customers",
    attention: "Failed webhooks",
    noAttention: "No failed webhooks.",
    latest: { one: "From the latest webhook.", other: "From the latest {count} webhooks." },
    all: { one: "View the failed webhook", other: "View all {count} failed webhooks" },
  },
  products: {
    tab: "Products",
    caption: "Products, newest first",
    empty: "No products received from your payment provider yet.",
    name: "Product",
    prices: "Prices",
    benefits: "Benefits",
    archived: "Archived",
    noPrice: "No price",
  },
  customers: {
    tab: "Customers",
    caption: "Customers",
    empty: "No customers found.",
    search: "Search by email",
    customer: "Customer",
    owner: "Linked to",
    since: "Created",
    organization: "Organization",
    person: "User",
    nobody: "Not linked",
    deleted: "Deleted",
    link: "Link",
    linkOf: "Link {customer}",
    linkTitle: "Link {customer}",
    linkText: "Choose the user or organization that these purchases belong to.",
    linkSearch: "Email, organization slug, or ID",
    linkMore: "Enter at least 2 characters.",
    linkNone: "No users or organizations match your search.",
    linkChosen: "{owner} ({detail}) gets everything that {customer} has bought. You can't undo this.",
    linkSubmit: "Link customer",
    linked: "{customer} linked to {owner}.",
    linkGone: "This customer no longer exists.",
  },
  subscriptions: {
    tab: "Subscriptions",
    caption: "Subscriptions, newest first",
    empty: "No subscriptions found.",
    filter: "Status",
    onlyActive: "Active",
    onlyOthers: "Not active",
    product: "Product",
    customer: "Customer",
    state: "Status",
    price: "Price",
    status: { canceled: "Canceled", incomplete_expired: "Expired before payment" },
    ended: "Ended on {date}.",
  },
  orders: {
    tab: "Orders",
    caption: "Orders, newest first",
    empty: "No orders found.",
    product: "Product",
    customer: "Customer",
  },
  refunds: {
    tab: "Refunds",
    caption: "Refunds, newest first",
    empty: "No refunds found.",
    customer: "Customer",
    reason: "Reason",
    order: "Order",
    when: "Date",
    state: "Status",
    amount: "Amount",
    status: {
      succeeded: "Refunded",
      pending: "Pending",
      failed: "Failed",
      canceled: "Canceled",
    },
    reasons: {
      customer_request: "Customer request",
      duplicate: "Duplicate payment",
      fraudulent: "Fraud",
      service_disruption: "Service disruption",
      satisfaction_guarantee: "Satisfaction guarantee",
      dispute_prevention: "Dispute prevention",
      other: "Other",
    },
  },
  benefits: {
    tab: "Benefits",
    caption: "Benefits, newest first",
    empty: "No benefits received from your payment provider yet.",
    name: "Benefit",
    type: "Type",
    since: "Created",
    types: {
      custom: "Custom",
      feature_flag: "Feature",
    },
  },
  discounts: {
    tab: "Discounts",
    caption: "Discounts, newest first",
    empty: "No discounts received from your payment provider yet.",
    name: "Discount",
    terms: "Terms",
    used: "Redemptions",
    usedOf: "{used} of {max}",
    state: "Status",
    states: {
      active: "Active",
      scheduled: "Scheduled",
      expired: "Expired",
      usedUp: "Used up",
    },
    once: "{amount} off the first payment",
    forever: "{amount} off every payment",
    repeating: { one: "{amount} off for {count} month", other: "{amount} off for {count} months" },
    from: "From {date}",
    until: "Until {date}",
  },
  meters: {
    tab: "Meters",
    caption: "Meters, newest first",
    empty: "No meters received from your payment provider yet.",
    name: "Meter",
    id: "Meter ID",
    since: "Created",
  },
  deliveries: {
    tab: "Webhooks",
    caption: "Webhook deliveries, failed ones first",
    empty: "No webhooks received yet.",
    noMatch: "No webhooks match your filters.",
    event: "Event",
    received: "Received",
    sent: "Sent",
    id: "Webhook ID",
    entity: "Object ID",
    state: "Status",
    states: { failed: "Failed", unexpected: "Unexpected", processed: "Processed" },
    outcome: "Result",
    handlers: "Handlers",
    handlerFailed: "A handler failed",
    noHandlers: "No handlers for this event.",
    detailsOf: "Details of {event} ({id})",
    reload: "Refresh",
    latest: {
      one: "Filters and sorting apply to the latest webhook.",
      other: "Filters and sorting apply to the latest {count} webhooks.",
    },
    loadOlder: "Load older webhooks",
    outcomes: {
      applied: "Data updated",
      same: "Already up to date",
      older: "Older than the saved data",
      unknown: "Unsupported event type",
      foreign: "Belongs to another seller",
      unreadable: "Couldn't be processed",
    },
    handlerStates: {
      done: "{handler} succeeded",
      running: "{handler} is running",
      open: "{handler} failed (attempt {attempts})",
    },
    illegal: "Unexpected change: {of} went from {from} to {to}",
    unknown: "Unknown value for {of}: {member}",
    runAgain: "Run again",
    runAgainOf: "Run again: {event}",
    ranAgain: "{event} processed.",
    failedAgain: "{handlers} failed again.",
    stillRunning: "Still running: {handlers}. Refresh in a moment.",
    stillUnreadable: "This version still can't process it. Upgrade, then run it again.",
    issue: "Couldn't be processed: {issue}",
  },
};
