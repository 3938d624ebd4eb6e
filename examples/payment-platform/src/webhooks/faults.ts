/** Faults between a provider and its seller that can be turned on. */

export interface WebhookFaults {
  /** Sends every delivery twice, concurrently. */
  readonly duplicates: boolean;
  /** Sends events that happen close together in reverse order. */
  readonly reordering: boolean;
  /** The first attempt of every delivery fails. Alternates between losing the request and losing the response. */
  readonly failures: boolean;
  /** Seconds before the first attempt of a delivery. */
  readonly delay: number;
  /** The API responds to every request with 503. */
  readonly outage: boolean;
}

export const noFaults: WebhookFaults = {
  duplicates: false,
  reordering: false,
  failures: false,
  delay: 0,
  outage: false,
};
