import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "./en.ts";
import type { Locale } from "./locale.ts";

/** The translations by language. Each language has a folder. */
const translations: Record<string, Locale> = {};
for (const entry of readdirSync(new URL(".", import.meta.url), { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const exported: Record<string, Locale> = await import(`./${entry.name}/index.ts`);
  for (const locale of Object.values(exported)) translations[entry.name] = locale;
}

type Texts = { readonly [key: string]: string | Texts };

/** Returns all texts by path. A plural's forms are one text. */
function flatten(texts: Texts, path = ""): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(texts)) {
    const full = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") found.set(full, [value]);
    else if (typeof value.other === "string" && isPlural(value)) found.set(full, Object.values(value) as string[]);
    else for (const [name, text] of flatten(value, full)) found.set(name, text);
  }
  return found;
}

const categories = ["zero", "one", "two", "few", "many", "other"];
const isPlural = (texts: Texts): boolean => Object.keys(texts).every((key) => categories.includes(key));

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

const english = flatten(en as unknown as Texts);

/** Texts that are names, or that are the same in many languages. */
const sameEverywhere =
  /^(?:[\W\d]*|\W*(?:\{\w+\}\W*)+|GitHub|GitLab|LinkedIn|TikTok|X|VK|Logo|Zoom|Status|Slug|CSV|PNG.*)$/;

test.each(Object.entries(translations))("%s has the same texts and placeholders as English", (language, locale) => {
  const translated = flatten(locale as unknown as Texts);
  expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  expect(locale.texts.language).toBe(language);
  const different: string[] = [];
  for (const [path, [text = ""]] of english) {
    for (const form of translated.get(path) ?? []) {
      // Plural forms for zero, one, or two often have no number.
      const missing = placeholders(text).filter((one) => one !== "{count}" && !form.includes(one));
      const unknown = placeholders(form).filter((one) => one !== "{count}" && !text.includes(one));
      if (missing.length > 0 || unknown.length > 0) different.push(`${path}: ${form}`);
    }
  }
  expect(different).toEqual([]);
});

test.each(Object.entries(translations))("%s says “Contact support” with the words that become a link", (_, locale) => {
  const translated = flatten(locale as unknown as Texts);
  const words = (from: Locale): string => from.texts.contactSupport.toLowerCase();
  const linked = [...english].filter(([, [text = ""]]) => text.toLowerCase().includes(words(en)));
  expect(linked.length).toBeGreaterThan(15);
  const without = linked.filter(([path]) => !translated.get(path)?.[0]?.toLowerCase().includes(words(locale)));
  expect(without.map(([path]) => path)).toEqual([]);
});

test.each(Object.entries(translations))("%s has every plural form of the language", (language, locale) => {
  const wanted = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
  const check = (texts: Texts, path: string): string[] =>
    Object.entries(texts).flatMap(([key, value]) => {
      if (typeof value === "string") return [];
      if (typeof value.other === "string" && isPlural(value))
        return wanted.every((form) => form in value) ? [] : [`${path}.${key}`];
      return check(value, `${path}.${key}`);
    });
  expect(check(locale as unknown as Texts, "")).toEqual([]);
});

/** Mistakes in a language, such as a French colon without a narrow no-break space, or the informal "you" in Chinese. */
const neverWritten: Record<string, RegExp> = {
  de: /["”'’]/,
  fr: /(?<!\u202f)(?:[?!;»]|:(?!\/\/))|«(?!\u202f)|'/,
  it: /'/,
  ja: /[,;:?!]\s?[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}{]|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}}][,;:?!]|\p{Script=Hiragana} \{|\} \p{Script=Hiragana}/u,
  "zh-CN": /\p{Script=Han}[,;:?!.]|[,;:?!]\s?\p{Script=Han}|你/u,
  ar: /\p{Script=Arabic}[,;?]/u,
};

test.each(Object.entries(neverWritten))("%s has none of its common mistakes", (language, wrong) => {
  const texts = flatten(translations[language] as unknown as Texts);
  expect([...texts].filter(([, forms]) => forms.some((form) => wrong.test(form)))).toEqual([]);
});

test.each(Object.entries(translations))("%s is translated", (_, locale) => {
  const translated = flatten(locale as unknown as Texts);
  const same = [...english].filter(
    ([path, [text = ""]]) => translated.get(path)?.[0] === text && !sameEverywhere.test(text),
  );
  // A few words are the same by chance, such as "Team" in German.
  expect(same.map(([path]) => path).length / english.size, same.map(([path]) => path).join("\n")).toBeLessThan(0.03);
});
