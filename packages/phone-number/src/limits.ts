/**
 * Limits against SMS pumping, where someone makes the app text numbers that earn them money. A text no longer counts
 * once its code is entered, because then the user requested it. A blocked text gets the same response as one that was
 * sent.
 */

import {
  addressKey,
  type CodeBinding,
  type RateLimitRule,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import { type PhoneNumber, rangeOf } from "./numbers.ts";
import type { PhoneNumberSettings } from "./options.ts";

/** A requested text. */
export interface RequestedText extends PhoneNumber {
  readonly binding: CodeBinding;
}

interface Limit {
  readonly key: string;
  readonly rule: RateLimitRule;
  /** Whether a text stops counting once its code is entered. */
  readonly isReleased: boolean;
}

/** Counts a text, and returns whether it can be sent. A blocked text doesn't count toward any limit. */
export async function reserveText(
  context: RequestContext,
  settings: PhoneNumberSettings,
  text: RequestedText,
): Promise<boolean> {
  const now = context.now().getTime();
  const reserved: Limit[] = [];
  for (const limit of limitsOf(context, settings, text)) {
    if ((await context.counter.hit(limit.key, limit.rule, now)) === null) {
      reserved.push(limit);
      continue;
    }
    for (const { key, rule } of reserved) await context.counter.release(key, rule, now);
    if (limit.key === countryKey(text)) await pauseCountry(context, settings, text.country);
    return false;
  }
  return true;
}

/** Stops counting a text whose code was entered. Call it once per code. */
export async function releaseText(
  context: RequestContext,
  settings: PhoneNumberSettings,
  text: RequestedText,
): Promise<void> {
  const now = context.now().getTime();
  for (const { key, rule, isReleased } of limitsOf(context, settings, text)) {
    if (isReleased) await context.counter.release(key, rule, now);
  }
}

const hour = 3600;
const day = 86_400;

function limitsOf(context: RequestContext, { limits }: PhoneNumberSettings, text: RequestedText): readonly Limit[] {
  const { number, country, binding } = text;
  const perClient = { window: hour, max: limits.clientPerHour };
  const client = context.clientAddress === null ? "unknown" : addressKey(context.clientAddress);
  const perCountry = { window: hour, max: limits.countries[country] ?? limits.countryPerHour };
  const sent = (key: string, window: number, max: number): Limit => ({
    key: `phone:${key}`,
    rule: { window, max },
    isReleased: false,
  });
  const unverified = (key: string, rule: RateLimitRule): Limit => ({ key: `phone:${key}`, rule, isReleased: true });
  return [
    sent(`minute:${number}`, 60, 1),
    sent(`hour:${number}`, hour, limits.numberPerHour),
    sent(`day:${number}`, day, limits.numberPerDay),
    // A call from the server has no client, because the app itself made the request.
    ...(context.isHttp ? [unverified(`client:${client}`, perClient)] : []),
    ...(binding === "" ? [] : [unverified(`browser:${binding}`, perClient)]),
    unverified(`range:${rangeOf(number)}`, { window: hour, max: limits.rangePerHour }),
    { key: countryKey(text), rule: perCountry, isReleased: true },
    sent("app", day, limits.appPerDay),
  ];
}

function countryKey({ country }: PhoneNumber): string {
  return `phone:country:${country}`;
}

/** Records that a country's limit was reached, once per hour. */
async function pauseCountry(context: RequestContext, settings: PhoneNumberSettings, country: string): Promise<void> {
  const first = await context.counter.hit(`phone:paused:${country}`, { window: hour, max: 1 }, context.now().getTime());
  if (first !== null) return;
  context.log.warn("Texts to a country are paused, because too many codes weren't entered", { country });
  await context.db.transaction((tx) =>
    recordAudit(tx, context, { action: "phone.pause", userId: null, data: { country } }),
  );
  const { onCountryPaused } = settings;
  if (onCountryPaused)
    context.background(
      "onCountryPaused",
      Promise.resolve().then(() => onCountryPaused(country)),
    );
}
