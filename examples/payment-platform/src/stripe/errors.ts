/** Errors as Stripe's API returns them. */

/** An error with its HTTP status. */
export class StripeApiError extends Error {
  override readonly name = "StripeApiError";
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;

  constructor(
    status: number,
    message: string,
    {
      type = "invalid_request_error",
      code = null,
      param = null,
    }: Partial<Pick<StripeApiError, "type" | "code" | "param">> = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

/** @throws {StripeApiError} 404 if there's no such object */
export function found<T>(table: ReadonlyMap<string, T>, id: string, what: string): T {
  const one = table.get(id);
  if (one === undefined) {
    throw new StripeApiError(404, `No such ${what}: '${id}'`, { code: "resource_missing", param: "id" });
  }
  return one;
}

/** @throws {StripeApiError} 400 if a parameter refers to an object that doesn't exist */
export function referred<T>(table: ReadonlyMap<string, T>, id: string, what: string, param: string): T {
  const one = table.get(id);
  if (one === undefined) {
    throw new StripeApiError(400, `No such ${what}: '${id}'`, { code: "resource_missing", param });
  }
  return one;
}

export function missing(param: string): StripeApiError {
  return new StripeApiError(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function declinedCard(): StripeApiError {
  return new StripeApiError(402, "Your card was declined.", { type: "card_error", code: "card_declined" });
}
