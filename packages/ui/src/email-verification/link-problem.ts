/** What the link of a mail about an address leaves in the address of the page it leads to, if it was refused. */

export type LinkProblem = "token_expired" | "invalid_token" | "user_not_found" | "unauthorized";

const problems: readonly string[] = ["token_expired", "invalid_token", "user_not_found", "unauthorized"];

/** Anybody can write anything into an address: what is not known is never shown. */
export function isLinkProblem(value: string | null | undefined): value is LinkProblem {
  return value !== null && value !== undefined && problems.includes(value);
}

/** A new link is better than this one was. */
export function isMended(problem: string | null): boolean {
  return problem !== "user_not_found" && problem !== "unauthorized";
}
