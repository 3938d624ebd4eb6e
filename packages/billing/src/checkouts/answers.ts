/** Validates the buyer's answers to a product's questions. */

import { fail } from "@latchkey/core/plugin";
import type { CustomFieldData } from "../entities/wire.ts";
import { billingErrors } from "../errors.ts";
import type { ProductQuestion } from "../products/table.ts";

type Answer = CustomFieldData[string] | undefined;

/**
 * Checks required answers, inclusive bounds, and choices. Questions of an unknown type are left to the payment
 * provider.
 *
 * @throws {AuthError} 400 `INVALID_CUSTOM_FIELDS`, with `issues`
 */
export function checkAnswers(questions: readonly ProductQuestion[], answers: CustomFieldData): void {
  const bySlug = new Map(questions.map((question) => [question.slug, question]));
  const unknownSlugs = Object.keys(answers).filter((slug) => !bySlug.has(slug));
  const issues = [
    ...unknownSlugs.map((path) => ({ path, message: "isn't a field of this checkout" })),
    ...[...bySlug.values()].flatMap((question) => {
      const message = validateAnswer(
        question,
        Object.hasOwn(answers, question.slug) ? answers[question.slug] : undefined,
      );
      return message === null ? [] : [{ path: question.slug, message }];
    }),
  ];
  if (issues.length > 0) fail(billingErrors, "INVALID_CUSTOM_FIELDS", { details: { issues } });
}

function validateAnswer({ type, required, properties }: ProductQuestion, answer: Answer): string | null {
  const isMissing =
    answer === undefined || answer === null || answer === "" || (type === "checkbox" && answer === false);
  if (isMissing) return required ? "is required" : null;
  return (Object.hasOwn(checks, type) ? checks[type] : undefined)?.(answer, properties) ?? null;
}

type AnswerCheck = (
  answer: Exclude<Answer, undefined | null>,
  properties: Readonly<Record<string, unknown>>,
) => string | null;

const checkBounds = (value: number, { ge, le }: Readonly<Record<string, unknown>>): string | null =>
  (typeof ge === "number" && value < ge) || (typeof le === "number" && value > le) ? "is out of bounds" : null;

const checks: Readonly<Record<string, AnswerCheck>> = {
  checkbox: (answer) => (typeof answer === "boolean" ? null : "is not a boolean"),
  number: (answer, bounds) =>
    Number.isSafeInteger(answer) ? checkBounds(answer as number, bounds) : "is not a whole number",
  date(answer, bounds) {
    const time =
      typeof answer === "string" && /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(answer) ? Date.parse(answer) : Number.NaN;
    return Number.isNaN(time) ? "is not a date" : checkBounds(Math.floor(time / 1000), bounds);
  },
  text(answer, { min_length, max_length }) {
    if (typeof answer !== "string") return "isn't text";
    return checkBounds([...answer].length, { ge: min_length, le: max_length }) === null
      ? null
      : "is too short or too long";
  },
  select(answer, { options }) {
    const values = ((options ?? []) as readonly { readonly value: string }[]).map(({ value }) => value);
    return typeof answer === "string" && values.includes(answer) ? null : "is none of the options";
  },
};
