/** The texts of prices. */

/** Every text of the table of prices. */
export interface PricingTexts {
  readonly title: string;
  readonly empty: string;
  /** What the switch between intervals is called. */
  readonly intervals: string;
  /** By interval; one that is missing is shown by its name. */
  readonly intervalNames: Readonly<Record<string, string>>;
  /** Behind a price, by interval. */
  readonly each: Readonly<Record<string, string>>;
  /** `{interval}`: of an interval that has no text in `each`. */
  readonly eachOther: string;
  readonly once: string;
  readonly free: string;
  /** The buyer says how much. */
  readonly custom: string;
  /** `{amount}`, as the following. */
  readonly from: string;
  readonly upTo: string;
  readonly suggested: string;
  readonly usageOnly: string;
  /** `{amount}`, `{meter}`. */
  readonly metered: string;
  /** `{amount}`, `{meter}`, `{cap}`, `{each}`. */
  readonly meteredUpTo: string;
  /** Of a meter without a name. */
  readonly unit: string;
  readonly perSeat: string;
  readonly perSeatNote: string;
  readonly atCheckout: string;
  readonly yours: string;
  /** Bought before, not to be paid again and again. */
  readonly bought: string;
  /** `{name}`: what somebody has already. */
  readonly besides: string;
  readonly choose: string;
  /** `{product}`: for those who do not see what a button stands under. */
  readonly chooseOf: string;
  readonly buy: string;
  readonly buyOf: string;
  readonly buyAgain: string;
  readonly buyAgainOf: string;
  readonly manage: string;
  readonly signUp: string;
  readonly signUpOf: string;
  /** Of the dialog that asks a product's questions: `{product}`. */
  readonly questionsTitle: string;
  readonly questionsText: string;
  readonly questionsSubmit: string;
  /** The first line of a choice that may be left open. */
  readonly noAnswer: string;
}

const each = { day: "a day", week: "a week", month: "a month", year: "a year" };

/** In English. */
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
