/** The options for organizations' seats. */

import { checkOneOf, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for seats. They require the organization plugin. */
export interface SeatOptions {
  /**
   * `members` keeps the number of paid seats equal to the number of members. With `fixed`, the organization buys a
   * number of seats. Its members and pending invitations can't exceed that number.
   */
  readonly mode: "members" | "fixed";
  /**
   * For `fixed`, the maximum number of members and pending invitations in organizations without a plan that includes
   * seats. Default: no limit.
   */
  readonly withoutPlan?: number | undefined;
}

/** The validated options with defaults filled in. */
export interface SeatSettings {
  readonly mode: SeatOptions["mode"];
  /** `null` for no limit. */
  readonly withoutPlan: number | null;
}

const optionNames: OptionNames<SeatOptions> = { mode: true, withoutPlan: true };

/**
 * Validates the options and fills in the defaults.
 * @throws {Error} if an option is invalid
 */
export function resolveSeats(options: SeatOptions | undefined, hasProvider: boolean): SeatSettings | null {
  if (options === undefined) return null;
  checkOptionNames("billing.seats", options, optionNames);
  const mode = checkOneOf("billing.seats.mode", options.mode, ["members", "fixed"]);
  if (mode === "members" && !hasProvider) {
    throw new Error('billing.seats.mode is "members", which needs billing.provider. Set it, or use "fixed".');
  }
  const { withoutPlan = null } = options;
  if (withoutPlan !== null && !(Number.isInteger(withoutPlan) && withoutPlan >= 1)) {
    throw new Error(`billing.seats.withoutPlan is ${withoutPlan}. Use a whole number of at least 1.`);
  }
  return { mode, withoutPlan };
}
