/** The inputs for creating and changing customers at a payment provider. */

/** The values of a new customer. */
export interface NewCustomer {
  /** A user's id, or `org_` and an organization's id. Identifies the customer permanently. */
  readonly externalId: string;
  readonly email: string;
  readonly name: string | null;
}

/** Changes to a customer. Only the fields that are set change. */
export interface CustomerChange {
  readonly customerId: string;
  readonly email?: string;
  readonly name?: string | null;
  /**
   * Links a customer who has no external id yet. Throws a `ProviderError` of kind `conflict` if it has a different one.
   */
  readonly externalId?: string;
}
