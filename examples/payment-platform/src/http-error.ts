/** The errors of the provider's API. */

/** An error with its HTTP status. */
export class HttpError extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** The invalid field, if there is one. */
  readonly field: string | null;

  constructor(status: 401 | 403 | 404 | 409 | 413 | 422 | 503, message: string, field: string | null = null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** @throws {HttpError} 404 if the value is missing */
export function orNotFound<T>(one: T | undefined | null, what: string): T {
  if (one === undefined || one === null) throw new HttpError(404, `${what} not found`);
  return one;
}
