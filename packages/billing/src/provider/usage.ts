/** The input for billing usage at a payment provider. */

/** A usage event. */
export interface UsageEvent {
  /** A user's id, or `org_` and an organization's id. */
  readonly externalId: string;
  /** The provider's customer id. Set only for claimed customers, whose `externalId` the provider doesn't know. */
  readonly customerId: string | null;
  /** The event's name, such as `render.done`. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly timestamp: Date;
  /** The same for every attempt, so that the provider can ignore duplicates. */
  readonly idempotencyKey: string;
}
