/** Texts for the pricing table. */

import type { PluralText } from "../../texts/texts.ts";

/** All texts for the pricing table. */
export interface PricingTexts {
  readonly title: string;
  readonly empty: string;
  /** Label of the interval switch. */
  readonly intervals: string;
  /** By interval. An interval without a text is shown by its name. */
  readonly intervalNames: Readonly<Record<string, string>>;
  /** `{percent}`, such as "17%". What a year saves compared to twelve months. */
  readonly save: string;
  /** `{percent}`. For plans that save different amounts. */
  readonly saveUpTo: string;
  /** Text after a price, by interval. */
  readonly each: Readonly<Record<string, string>>;
  /** For intervals without a text in `each`. It names no interval, because the provider's name isn't translated. */
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
  /** Used for a meter that has no name. */
  readonly unit: string;
  readonly perSeat: string;
  readonly perSeatNote: string;
  readonly atCheckout: string;
  readonly recommended: string;
  readonly yours: string;
  /** For one-time products that the user already bought. */
  readonly bought: string;
  /** Heading above one-time products, below the plans. */
  readonly oneTime: string;
  /** `{name}`: the plan that the user already has. */
  readonly existingPlan: string;
  readonly choose: string;
  /**
   * `{product}`. Label for screen readers, beginning with `choose`. The same applies to the other texts that end in
   * `Of`.
   */
  readonly chooseOf: string;
  readonly buy: string;
  readonly buyOf: string;
  readonly buyAgain: string;
  readonly buyAgainOf: string;
  readonly manage: string;
  readonly signUp: string;
  readonly signUpOf: string;
  /** For apps that don't allow sign-ups. */
  readonly signIn: string;
  readonly signInOf: string;
  /** `{product}`. Title of the dialog with a product's questions. */
  readonly questionsTitle: string;
  readonly questionsText: string;
  readonly questionsSubmit: string;
  /** First option of an optional choice. */
  readonly noAnswer: string;
  /** `{each}`: the interval, such as "per month". */
  readonly perSeatEach: string;
  /** Days of the free trial. */
  readonly trial: PluralText;
  /** `{name}`: the plan that the user already has, and that another one replaces. */
  readonly changePlan: string;
  readonly change: string;
  readonly changeOf: string;
  /** For the plan that the user already has, in another interval. */
  readonly switchInterval: string;
  readonly switchIntervalOf: string;
  /** Text of the dialog that asks for the number of seats. */
  readonly seatsText: string;
}

/** The English texts. */
export const pricing: PricingTexts = {
  title: "Plans and pricing",
  empty: "No plans are available yet.",
  intervals: "Billing period",
  intervalNames: { day: "Daily", week: "Weekly", month: "Monthly", year: "Yearly" },
  save: "Save {percent}",
  saveUpTo: "Save up to {percent}",
  each: { day: "per day", week: "per week", month: "per month", year: "per year" },
  eachOther: "per billing period",
  once: "one-time",
  free: "Free",
  custom: "Pay what you want",
  from: "From {amount}",
  upTo: "Up to {amount}.",
  suggested: "Suggested: {amount}.",
  usageOnly: "Usage-based",
  metered: "{meter}: {amount} per unit.",
  meteredUpTo: "{meter}: {amount} per unit, up to {cap} {each}.",
  unit: "Usage",
  perSeat: "Per seat",
  perSeatNote: "The price depends on the number of seats you choose at checkout.",
  atCheckout: "Price shown at checkout",
  recommended: "Recommended",
  yours: "Current plan",
  bought: "Purchased",
  oneTime: "One-time purchases",
  existingPlan: "You already have {name}. A new plan is added to it. Cancel plans you don't need on the billing page.",
  choose: "Choose plan",
  chooseOf: "Choose plan: {product}",
  buy: "Buy",
  buyOf: "Buy {product}",
  buyAgain: "Buy again",
  buyAgainOf: "Buy again: {product}",
  manage: "Manage plan",
  signUp: "Sign up to buy",
  signUpOf: "Sign up to buy {product}",
  signIn: "Sign in to buy",
  signInOf: "Sign in to buy {product}",
  questionsTitle: "Before you buy {product}",
  questionsText: "Answer these questions before you check out.",
  questionsSubmit: "Continue to checkout",
  noAnswer: "No answer",
  perSeatEach: "per seat {each}",
  trial: { one: "{count} day free for new customers.", other: "{count} days free for new customers." },
  changePlan: "You have {name}. Choose another plan to see what changing costs.",
  change: "Change plan",
  changeOf: "Change plan: {product}",
  switchInterval: "Switch billing period",
  switchIntervalOf: "Switch billing period: {product}",
  seatsText: "Choose how many people can use it.",
};
