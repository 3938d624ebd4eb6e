/** What can go wrong between a platform and its seller, to be switched on. */

export interface Mischief {
  /** Every delivery comes twice, at the same time. */
  readonly duplicates: boolean;
  /** Of what happens close together, the last is sent first. */
  readonly reordering: boolean;
  /** The first try of every delivery fails: in turn it gets lost on its way, or the answer to it does. */
  readonly failures: boolean;
  /** Seconds before a delivery is sent first. */
  readonly delay: number;
  /** The API answers 503 to everything. */
  readonly outage: boolean;
}

export const noMischief: Mischief = {
  duplicates: false,
  reordering: false,
  failures: false,
  delay: 0,
  outage: false,
};
