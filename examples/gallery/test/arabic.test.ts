/** Tests the Arabic-to-English translation that lets states in Arabic find buttons and texts by their English names. */

import { en } from "@latchkey/ui/locales";
import { expect, test } from "vitest";
import { arabic, fromArabic } from "../src/arabic.ts";

/** Returns each Arabic text with its English text. Arabic has more plural forms. */
function pairs(translated: unknown, english: unknown): readonly (readonly [string, string])[] {
  if (typeof translated === "string") return typeof english === "string" ? [[translated, english]] : [];
  if (typeof translated !== "object" || translated === null) return [];
  const source = english as Readonly<Record<string, unknown>> | undefined;
  return Object.entries(translated).flatMap(([key, value]) => pairs(value, source?.[key] ?? source?.other));
}

const withValues = (text: string): string => text.replace(/[{}]/g, "7");
const namesOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

test("every Arabic text translates back to its English text", () => {
  // Skip plural forms without a number, and texts that only contain placeholders.
  const all = pairs(arabic, en).filter(
    ([translated, english]) =>
      namesOf(translated) === namesOf(english) && /\p{L}/u.test(translated.replace(/\{\w+\}/g, "")),
  );
  expect(all.length).toBeGreaterThan(1500);
  const lost = all.filter(([text, english]) => !fromArabic(withValues(text)).split("\n").includes(withValues(english)));
  expect(lost).toEqual([]);
});

test("a text that ends with an ellipsis, such as while loading, translates back to its English text", () => {
  expect(fromArabic(`${arabic.texts.loading}…`)).toBe(`${en.texts.loading}…`);
});

test("a plural form without its number translates back to the English text with the number", () => {
  const { repeating } = arabic.plugins.billing.seller.discounts;
  expect(fromArabic((repeating.two ?? "").replace("{amount}", "5%"))).toBe("5% off for 2 months");
});

test("a value that is a text itself is also translated", () => {
  const { manage, totp } = arabic.plugins["two-factor"].settings;
  expect(fromArabic(manage.replace("{name}", totp))).toBe("Manage Authenticator app");
});

test.each([" · ", "\u00a0· "])("facts joined by %j are translated separately", (dot) => {
  const { allWebhooks, webhooks } = arabic.plugins.events;
  const english = en.plugins.events;
  const facts = [allWebhooks.site, "Acme", webhooks.failing].join(dot);
  expect(fromArabic(facts)).toBe([english.allWebhooks.site, "Acme", english.webhooks.failing].join(dot));
});

test("a step's number and its text of two sentences are translated together in one line", () => {
  const number = arabic.plugins.sso.setup.step.replace("{step}", "6").replace("{count}", "6");
  const { text } = en.plugins.scim.step;
  expect(fromArabic(`${number}. ${arabic.plugins.scim.step.text}`).split("\n")).toContain(`Step 6 of 6. ${text}`);
});
