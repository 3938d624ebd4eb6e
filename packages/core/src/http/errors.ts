/** Refusals: a typed catalogue of codes, each with a status and a sentence. */

/** What can be refused, by code. */
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** One refusal of a catalogue. */
export interface ErrorEntry {
  /** HTTP status, unless an endpoint declares another. */
  readonly status: number;
  /** What is wrong and what to do, for the person who reads it. */
  readonly message: string;
}

/** How a refusal departs from its entry. */
export interface AuthErrorOptions extends ErrorOptions {
  /** Instead of the catalogue's status, where the endpoint's declaration says so. */
  readonly status?: number;
  /** Instead of the catalogue's sentence. */
  readonly message?: string;
  /** Further keys of the answer's body: `issues`, `proof`, `missingPermissions`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Further headers of the answer: `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal. Thrown by server-side calls, answered as `{ code, message }` over HTTP. */
export class AuthError<Code extends string = string> extends Error {
  override readonly name = "AuthError";
  readonly code: Code;
  /** HTTP status. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, entry: ErrorEntry, options: AuthErrorOptions = {}) {
    super(options.message ?? entry.message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = options.status ?? entry.status;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }
}

/**
 * Refuses with a code of a catalogue.
 * @throws {AuthError} always
 */
export function fail<C extends ErrorCatalogue>(
  catalogue: C,
  code: keyof C & string,
  options?: AuthErrorOptions,
): never {
  throw new AuthError(code, catalogue[code] as ErrorEntry, options);
}

/** What any endpoint can answer. */
export const httpErrors = {
  BAD_REQUEST: { status: 400, message: "Invalid JSON in request body" },
  VALIDATION_ERROR: { status: 400, message: "Invalid body parameters" },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  INVALID_ORIGIN: { status: 403, message: "Invalid origin" },
  MISSING_OR_NULL_ORIGIN: { status: 403, message: "Missing or null Origin" },
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: { status: 403, message: "Cross-site navigation login blocked" },
  INVALID_CALLBACK_URL: { status: 403, message: "Invalid callbackURL" },
  INVALID_REDIRECT_URL: { status: 403, message: "Invalid redirectURL" },
  INVALID_ERROR_CALLBACK_URL: { status: 403, message: "Invalid errorCallbackURL" },
  INVALID_NEW_USER_CALLBACK_URL: { status: 403, message: "Invalid newUserCallbackURL" },
  NOT_FOUND: { status: 404, message: "Not found" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "Request body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Content-Type must be application/json" },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please try again later." },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Internal server error" },
  SERVICE_UNAVAILABLE: { status: 503, message: "Service unavailable. Please try again later." },
} as const;

/** What is refused where a database takes a new user or session for no reason that could be named. */
export const insertErrors = {
  FAILED_TO_CREATE_USER: { status: 422, message: "Failed to create user" },
  FAILED_TO_CREATE_SESSION: { status: 500, message: "Failed to create session" },
} as const;

/** Codes that any endpoint can answer. */
export type HttpErrorCode = keyof typeof httpErrors;
