/** Errors and their typed catalogs, which map each code to a status and message. */

/** Errors by code. */
export type ErrorCatalog = Readonly<Record<string, ErrorEntry>>;

/** One error of a catalog. */
export interface ErrorEntry {
  /** HTTP status, unless an endpoint declares a different one. */
  readonly status: number;
  /** What went wrong and how to fix it. */
  readonly message: string;
}

/** Overrides for one error. */
export interface AuthErrorOptions extends ErrorOptions {
  /** Overrides the catalog's status. The endpoint's declaration must list the same one. */
  readonly status?: number;
  /** Overrides the catalog's message. */
  readonly message?: string;
  /** Additional keys of the response body: `issues`, `proof`, `missingPermissions`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Additional response headers, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error with a code. Server calls throw it. Over HTTP, it's sent as `{ code, message }`. */
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
 * Throws the error with this code from the catalog.
 * @throws {AuthError} always
 */
export function fail<C extends ErrorCatalog>(catalog: C, code: keyof C & string, options?: AuthErrorOptions): never {
  throw new AuthError(code, catalog[code] as ErrorEntry, options);
}

/** The errors that any endpoint can return. */
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

/** The errors used when the database doesn't store a new user or session, for an unknown reason. */
export const insertErrors = {
  FAILED_TO_CREATE_USER: { status: 422, message: "Failed to create user" },
  FAILED_TO_CREATE_SESSION: { status: 500, message: "Failed to create session" },
} as const;

/** Codes that any endpoint can return. */
export type HttpErrorCode = keyof typeof httpErrors;
