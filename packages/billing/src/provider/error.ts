/** The error that payment providers throw. */

/**
 * The kind of error. `conflict` means that the email belongs to another customer, which needs manual work. `rejected`
 * means that the provider doesn't allow the action, and says why in `reason`. `not-found` means that the object doesn't
 * exist. `limited` means too many requests. `failed` is anything else, and can be retried.
 */
export type ProviderErrorKind = "conflict" | "rejected" | "not-found" | "limited" | "failed";

/** An error response from a payment provider, or a timeout. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  /** In seconds, if the provider sent it. */
  readonly retryAfter: number | null;
  /** Why the provider rejected the request, in its words. */
  readonly reason: string | null;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number | null; readonly reason?: string | null } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.retryAfter = options.retryAfter ?? null;
    this.reason = options.reason ?? null;
  }
}
