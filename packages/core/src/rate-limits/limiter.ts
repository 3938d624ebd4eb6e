/** The rate-limit step: which rule counts for an endpoint, by whom it counts, what a refusal says. */

import { sha256Base64Url } from "../crypto/digest.ts";
import { addressKey } from "../http/client-address.ts";
import { AuthError, httpErrors } from "../http/errors.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { type Endpoint, methodsOf } from "../plugin/endpoint.ts";
import type { RateLimitRule, RateLimitSettings } from "../plugin/settings.ts";

/** The rule for an endpoint: the app's for its path, else its own, else the general one. `null`: not limited. */
export function ruleFor(
  settings: RateLimitSettings,
  { path, rateLimit }: Endpoint,
  paths: readonly string[],
): RateLimitRule | null {
  const ofApp = [path, ...paths].map((one) => ruleOfApp(settings.rules, one)).find((one) => one !== undefined);
  const rule = ofApp ?? rateLimit;
  if (rule === false) return null;
  return rule || { window: settings.window, max: settings.max };
}

/** The app's rule that says most exactly which path it means. */
function ruleOfApp(rules: RateLimitSettings["rules"], path: string): RateLimitRule | false | undefined {
  const fitting = Object.keys(rules).filter((pattern) => fits(pattern, path));
  return rules[fitting.sort((a, b) => b.length - a.length)[0] ?? ""];
}

/** Whether a path is the pattern, or, where that ends in `/*`, lies below it. */
export function fits(pattern: string, path: string): boolean {
  return pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/**
 * Counts a request that came over HTTP.
 *
 * Clients whose address cannot be known share one bucket, so that hiding it frees nobody.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429) with `retry-after` and `x-retry-after` in whole seconds
 */
export async function countRequest(context: RequestContext, rule: RateLimitRule): Promise<void> {
  const client = context.clientAddress === null ? "unknown" : addressKey(context.clientAddress);
  const { aliasOf, path } = context.endpoint;
  // What only shows a page has a count apart from what its form is sent to.
  await hit(context, `${methodsOf(context.endpoint).join()} ${aliasOf ?? path}|${client}`, rule);
}

/**
 * Counts an attempt at something that belongs to somebody, from wherever it comes: guesses at one account's password
 * from many addresses are one row of guesses. Nothing is counted where the app's rate limit is off.
 *
 * @param what the thing tried: `password`
 * @param whose an id, or what the caller typed where nobody may learn whether it is known
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429)
 */
export async function countAttempt(
  context: RequestContext,
  what: string,
  whose: string,
  rule: RateLimitRule,
): Promise<void> {
  if (!context.settings.rateLimit.enabled) return;
  await hit(context, `${what}|${sha256Base64Url(whose)}`, rule);
}

/**
 * Counts one more of something outside of requests, such as a mail that is being delivered.
 *
 * @param what the thing counted: `mail:invitation`
 * @param whose whom it is counted for
 * @returns whether it is within the limit; always where the app's rate limit is off
 */
export async function isWithinLimit(
  context: AuthContext,
  what: string,
  whose: string,
  rule: RateLimitRule,
): Promise<boolean> {
  if (!context.settings.rateLimit.enabled) return true;
  const key = `${what}|${sha256Base64Url(whose)}`;
  return (await context.counter.hit(key, rule, context.now().getTime())) === null;
}

/** Mails that one address may get by one kind of call, whoever asks for them. */
const mailsPerAddress: RateLimitRule = { window: 3600, max: 10 };

/**
 * Whether a mail may go to this address. Where not, answer as if it went: a refusal would tell nobody anything useful,
 * and the flood is over.
 */
export async function mayMail(context: RequestContext, email: string): Promise<boolean> {
  try {
    await countAttempt(context, `mail:${context.endpoint.aliasOf ?? context.endpoint.path}`, email, mailsPerAddress);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function hit(context: RequestContext, key: string, rule: RateLimitRule): Promise<void> {
  const wait = await context.counter.hit(key, rule, context.now().getTime());
  if (wait === null) return;
  const seconds = String(Math.max(1, Math.ceil(wait / 1000)));
  throw new AuthError("TOO_MANY_REQUESTS", httpErrors.TOO_MANY_REQUESTS, {
    headers: { "retry-after": seconds, "x-retry-after": seconds },
  });
}
