/** The option for subscriptions of deleted users and organizations. */

/**
 * What to do with active subscriptions. `refuse` rejects the deletion until they're canceled. `cancelNow` and
 * `cancelAtPeriodEnd` cancel them after the deletion. `keep` leaves them to the payment provider.
 */
export type OnDelete = "refuse" | "cancelNow" | "cancelAtPeriodEnd" | "keep";
