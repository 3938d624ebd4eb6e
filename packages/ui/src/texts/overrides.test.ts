import { expect, expectTypeOf, test } from "vitest";
import { overrideTexts, type TextOverrides } from "./overrides.ts";
import { pseudolocalize } from "./pseudo.ts";
import { fillCount, type PluralText } from "./texts.ts";

interface Some {
  readonly language?: string;
  readonly save: string;
  readonly members: PluralText;
  readonly signIn: { readonly title: string; readonly submit: string };
}

const some: Some = {
  language: "en",
  save: "Save",
  members: { one: "{count} member", other: "{count} members" },
  signIn: { title: "Sign in", submit: "Sign in" },
};

test("an override replaces a single text at any depth, and replaces plural forms as a whole", () => {
  const texts = overrideTexts(some, { signIn: { title: "Welcome back" }, members: { other: "{count} people" } });
  expect(texts).toEqual({
    ...some,
    signIn: { title: "Welcome back", submit: "Sign in" },
    members: { other: "{count} people" },
  });
  expect(overrideTexts(some, undefined)).toBe(some);
  expectTypeOf<TextOverrides<Some>["signIn"]>().toEqualTypeOf<
    { readonly title?: string; readonly submit?: string } | undefined
  >();
});

test("a text with a number uses its language's plural form and number format", () => {
  const arabic: PluralText = { one: "عضو", two: "عضوان", few: "{count} أعضاء", other: "{count} عضو" };
  expect([1, 2, 3].map((count) => fillCount({ language: "ar-EG" }, arabic, count))).toEqual([
    "عضو",
    "عضوان",
    "٣ أعضاء",
  ]);
  expect([0, 1, 1200].map((count) => fillCount(some, some.members, count))).toEqual([
    "0 members",
    "1 member",
    "1,200 members",
  ]);
});

test("the pseudo-language marks both ends of each text, makes it longer, and keeps placeholders", () => {
  const texts = pseudolocalize(some);
  expect(texts.save).toBe("[Šávé one]");
  expect(texts.members).toEqual({ one: "[{count} mémbéř one two]", other: "[{count} mémbéřš one two]" });
  expect([texts.language, texts.signIn.title]).toEqual(["en", "[Šîĝñ îñ one]"]);
});

test("a group that has a text named `other` isn't a plural", () => {
  const texts = {
    roles: { other: "Other", owner: "Owner", groups: { other: "All others", few: "A few", last: "Last" } },
  };
  expect(overrideTexts(texts, { roles: { groups: { few: "Some" } } }).roles.groups.other).toBe("All others");
  expect(pseudolocalize(texts).roles.groups.last).toBe("[Ļášţ one]");
});
