/** The texts of the seller page. */

/** All texts of the seller page. */
export interface SellerTexts {
  readonly menu: string;
  readonly title: string;
  readonly subtitle: string;
  /** Label of the tabs. */
  readonly lists: string;
  /** `{from}`, `{to}`, `{total}`. */
  readonly page: string;
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
  };
  readonly subscriptions: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly filter: string;
    readonly all: string;
    readonly onlyActive: string;
    readonly onlyOthers: string;
    readonly product: string;
    readonly customer: string;
    readonly state: string;
    readonly price: string;
    readonly next: string;
    /** By status, in addition to those of the billing page. */
    readonly status: Readonly<Record<string, string>>;
    /** `{date}`. */
    readonly ended: string;
  };
  readonly deliveries: {
    readonly tab: string;
    readonly caption: string;
    readonly empty: string;
    readonly event: string;
    readonly received: string;
    readonly outcome: string;
    readonly handlers: string;
    readonly reload: string;
    /** By outcome. */
    readonly outcomes: Readonly<Record<string, string>>;
    /** `{handler}`, `{attempts}`. By handler state. */
    readonly handlerStates: Readonly<Record<string, string>>;
    /** `{of}`, `{from}`, `{to}`. */
    readonly illegal: string;
    /** `{of}`, `{member}`. */
    readonly unknown: string;
  };
}

/** The English texts. */
export const seller: SellerTexts = {
  menu: "Sales",
  title: "Sales",
  subtitle: "What everybody bought, as the payment platform told it.",
  lists: "What to see",
  page: "{from}–{to} of {total}",
  products: {
    tab: "Products",
    caption: "Products, newest first",
    empty: "The payment platform has not told of any product yet.",
    name: "Product",
    prices: "Prices",
    benefits: "What comes with it",
    archived: "Not sold any more",
    noPrice: "None",
  },
  customers: {
    tab: "Customers",
    caption: "Customers",
    empty: "No customer is like this.",
    search: "Find by email",
    customer: "Customer",
    owner: "Belongs to",
    since: "Since",
    organization: "An organization",
    person: "A user",
    nobody: "Nobody here",
    deleted: "Deleted",
  },
  subscriptions: {
    tab: "Subscriptions",
    caption: "Subscriptions, newest first",
    empty: "No subscription is like this.",
    filter: "Which",
    all: "All",
    onlyActive: "Active",
    onlyOthers: "Not active",
    product: "Product",
    customer: "Customer",
    state: "Status",
    price: "Price",
    next: "Next",
    status: { canceled: "Ended", incomplete_expired: "Never paid" },
    ended: "Ended on {date}.",
  },
  deliveries: {
    tab: "Deliveries",
    caption: "Deliveries of the payment platform, newest first",
    empty: "Nothing came yet.",
    event: "Event",
    received: "Received",
    outcome: "Outcome",
    handlers: "Handlers",
    reload: "Look again",
    outcomes: {
      applied: "Applied",
      same: "Nothing new",
      older: "Older than what is known",
      unknown: "Of an unknown type",
      foreign: "Of another seller",
    },
    handlerStates: {
      done: "{handler} is done",
      running: "{handler} is running",
      open: "{handler} failed, try {attempts}",
    },
    illegal: "Unexpected: {of} went from {from} to {to}",
    unknown: "Unknown word: {of} “{member}”",
  },
};
