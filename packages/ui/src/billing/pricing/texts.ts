/** The texts of the pricing table. */

/** All texts of the pricing table. */
export interface PricingTexts {
  readonly title: string;
  readonly empty: string;
  /** Label of the interval switch. */
  readonly intervals: string;
  /** By interval. An interval without a text is shown by its name. */
  readonly intervalNames: Readonly<Record<string, string>>;
  /** Text after a price, by interval. */
  readonly each: Readonly<Record<string, string>>;
  /** `{interval}`. For intervals without a text in `each`. */
  readonly eachOther: string;
  readonly once: string;
  readonly free: string;
  /** The buyer chooses the amount. */
  readonly custom: string;
  /** `{amount}`. Also in `upTo` and `suggested`. */
  readonly from: string;
  readonly upTo: string;
  readonly suggested: string;
  readonly usageOnly: string;
  /** `{amount}`, `{meter}`. */
  readonly metered: string;
  /** `{amount}`, `{meter}`, `{cap}`, `{each}`. */
  readonly meteredUpTo: string;
  /** Name for a meter without one. */
  readonly unit: string;
  readonly perSeat: string;
  readonly perSeatNote: string;
  readonly atCheckout: string;
  readonly yours: string;
  /** For one-time products that the user already bought. */
  readonly bought: string;
  /** `{name}`: the plan that the user already has. */
  readonly besides: string;
  readonly choose: string;
  /** `{product}`. Label for screen readers. Also in the other texts that end in `Of`. */
  readonly chooseOf: string;
  readonly buy: string;
  readonly buyOf: string;
  readonly buyAgain: string;
  readonly buyAgainOf: string;
  readonly manage: string;
  readonly signUp: string;
  readonly signUpOf: string;
  /** `{product}`. Title of the dialog with a product's questions. */
  readonly questionsTitle: string;
  readonly questionsText: string;
  readonly questionsSubmit: string;
  /** First option of an optional choice. */
  readonly noAnswer: string;
}

const each = { day: "a day", week: "a week", month: "a month", year: "a year" };

/** The English texts. */
export const pricing: PricingTexts = {
  title: "Plans and prices",
  empty: "Nothing is sold here yet.",
  intervals: "How often to pay",
  intervalNames: { day: "Daily", week: "Weekly", month: "Monthly", year: "Yearly" },
  each,
  eachOther: "each {interval}",
  once: "once",
  free: "Free",
  custom: "What you choose",
  from: "From {amount}",
  upTo: "At most {amount}.",
  suggested: "Suggested: {amount}.",
  usageOnly: "By usage",
  metered: "{meter}: {amount} each.",
  meteredUpTo: "{meter}: {amount} each, at most {cap} {each}.",
  unit: "Usage",
  perSeat: "Per seat",
  perSeatNote: "How much depends on the number of seats, which you choose at the checkout.",
  atCheckout: "See at checkout",
  yours: "Yours",
  bought: "Bought",
  besides: "You have {name} already. Another plan comes on top: end what you do not need on the billing page.",
  choose: "Choose",
  chooseOf: "Choose {product}",
  buy: "Buy",
  buyOf: "Buy {product}",
  buyAgain: "Buy again",
  buyAgainOf: "Buy again: {product}",
  manage: "Manage",
  signUp: "Sign up to buy",
  signUpOf: "Sign up to buy {product}",
  questionsTitle: "Before you buy {product}",
  questionsText: "The seller would like to know:",
  questionsSubmit: "Go on to the checkout",
  noAnswer: "No answer",
};
