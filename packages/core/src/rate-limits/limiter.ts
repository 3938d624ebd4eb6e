/** Applies rate limits: selects the rule and the key for a request, and throws the error. */

import { sha256Base64Url } from "../crypto/digest.ts";
import { addressKey } from "../http/client-address.ts";
import { AuthError, httpErrors } from "../http/errors.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import type { EndpointDeclaration } from "../kernel/declaration.ts";
import { methodsOf } from "../kernel/declaration.ts";
import type { RateLimitRule, RateLimitSettings } from "../kernel/settings.ts";
import { knownBrowserId } from "../sessions/browser-id.ts";

/**
 * Returns an endpoint's rule: the app's rule for its path, its own rule, or the general one. `null` if it isn't
 * limited.
 */
export function ruleFor(
  settings: RateLimitSettings,
  { path, rateLimit }: EndpointDeclaration,
  paths: readonly string[],
): RateLimitRule | null {
  const customRule = [path, ...paths]
    .map((name) => customRuleFor(settings.rules, name))
    .find((found) => found !== undefined);
  const rule = customRule ?? rateLimit;
  if (rule === false) return null;
  return rule || { window: settings.window, max: settings.max };
}

/** Returns the app's most specific rule for a path. */
function customRuleFor(rules: RateLimitSettings["rules"], path: string): RateLimitRule | false | undefined {
  const matching = Object.keys(rules).filter((pattern) => matchesPathPattern(pattern, path));
  return rules[matching.sort((a, b) => b.length - a.length)[0] ?? ""];
}

/** Whether a path equals the pattern, or is below it if the pattern ends in `/*`. */
export function matchesPathPattern(pattern: string, path: string): boolean {
  return pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/**
 * Counts an HTTP request. Clients with an unknown IP address share one limit, so hiding the address doesn't help.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429) with `retry-after` and `x-retry-after` in whole seconds,
 *   also as `retryAfter` in the body
 */
export async function enforceRequestLimit(context: RequestContext, rule: RateLimitRule): Promise<void> {
  const client = context.clientAddress === null ? "unknown" : addressKey(context.clientAddress);
  const { aliasOf, path } = context.endpoint;
  // The key includes the method, so that opening a page and submitting its form are counted separately.
  await hit(context, `${methodsOf(context.endpoint).join()} ${aliasOf ?? path}|${client}`, rule);
}

/**
 * Counts an attempt that concerns one subject across all clients, so that password attempts on one account from many IP
 * addresses share a limit. Does nothing if the app's rate limit is off.
 *
 * @param action what's attempted, such as `password`
 * @param subject an id, or what the caller typed if it's not known to exist
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429)
 */
export async function enforceRateLimit(
  context: RequestContext,
  action: string,
  subject: string,
  rule: RateLimitRule,
): Promise<void> {
  if (!context.settings.rateLimit.enabled) return;
  await hit(context, `${action}|${sha256Base64Url(subject)}`, rule);
}

/**
 * Counts a request by its sender, in addition to the IP address, with the same rule: the app's own rule for the path,
 * or the endpoint's. Many senders can share an address, and a sender can have many. Call it once the sender is known.
 *
 * @param sender an id, such as that of an OAuth client
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429)
 */
export async function enforceSenderLimit(context: RequestContext, sender: string): Promise<void> {
  const { endpoint, settings } = context;
  const path = endpoint.aliasOf ?? endpoint.path;
  const rule = context.isHttp ? ruleFor(settings.rateLimit, endpoint, [path]) : null;
  if (rule) await enforceRateLimit(context, `sender:${path}`, sender, rule);
}

/** Uncounts an attempt that `enforceRateLimit` counted, such as a code that turned out to be correct. */
export async function releaseRateLimit(
  context: RequestContext,
  action: string,
  subject: string,
  rule: RateLimitRule,
): Promise<void> {
  if (!context.settings.rateLimit.enabled) return;
  await context.counter.release(`${action}|${sha256Base64Url(subject)}`, rule, context.now().getTime());
}

/**
 * Counts something outside of a request, such as an email delivery.
 *
 * @param action the counted action, such as `mail:invitation`
 * @param subject the user or email that it's counted for
 * @returns whether it's within the limit; always `true` if the app's rate limit is off
 */
export async function isWithinLimit(
  context: AuthContext,
  action: string,
  subject: string,
  rule: RateLimitRule,
): Promise<boolean> {
  if (!context.settings.rateLimit.enabled) return true;
  const key = `${action}|${sha256Base64Url(subject)}`;
  return (await context.counter.hit(key, rule, context.now().getTime())) === null;
}

/** Maximum emails to one recipient per endpoint, across all callers. */
const mailsPerAddress: RateLimitRule = { window: 3600, max: 10 };

/**
 * Whether an email can be sent to this recipient. Browsers where someone has signed in with the email are counted
 * separately, so that strangers can't use up the owner's limit. If it can't, don't send the email, but respond as if it
 * was sent. An error wouldn't help anyone.
 */
export async function allowMail(context: RequestContext, email: string): Promise<boolean> {
  const browserId = knownBrowserId(context, email);
  try {
    await enforceRateLimit(
      context,
      `mail:${context.endpoint.aliasOf ?? context.endpoint.path}`,
      browserId === null ? email : `${browserId}|${email}`,
      mailsPerAddress,
    );
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function hit(context: RequestContext, key: string, rule: RateLimitRule): Promise<void> {
  const wait = await context.counter.hit(key, rule, context.now().getTime());
  if (wait === null) return;
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const seconds = String(retryAfter);
  throw new AuthError("TOO_MANY_REQUESTS", httpErrors.TOO_MANY_REQUESTS, {
    headers: { "retry-after": seconds, "x-retry-after": seconds },
    // For clients on other origins, which can't read these headers.
    details: { retryAfter },
  });
}
