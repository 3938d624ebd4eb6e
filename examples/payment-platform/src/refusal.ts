/** What the platform does not do, and why. */

/** A refusal, with the status that it is answered with. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** The field that is wrong, where one is. */
  readonly field: string | null;

  constructor(status: 401 | 403 | 404 | 409 | 413 | 422 | 503, message: string, field: string | null = null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** @throws {Refusal} 404: there is none */
export function found<T>(one: T | undefined | null, what: string): T {
  if (one === undefined || one === null) throw new Refusal(404, `${what} not found`);
  return one;
}
