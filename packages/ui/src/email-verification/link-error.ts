/** The error that a failed verification link adds to the URL of its page. */

export type LinkError = "token_expired" | "invalid_token" | "user_not_found" | "unauthorized";

const linkErrors: readonly string[] = ["token_expired", "invalid_token", "user_not_found", "unauthorized"];

/** Anyone can put text into a URL, so unknown values are never shown. */
export function isLinkError(value: string | null | undefined): value is LinkError {
  return value !== null && value !== undefined && linkErrors.includes(value);
}

/** Whether a new link could succeed. */
export function isFixedByResend(problem: string | null): boolean {
  return problem !== "user_not_found" && problem !== "unauthorized";
}
