/** The dialog that asks for the number of seats and the answers to a product's questions before checkout. */

import type { BillingProduct, CheckoutInput, ProductQuestion } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { type FormState, type SubmitResult, textOf, useForm } from "../../primitives/use-form.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";

/** Answers by question slug. */
export type Answers = NonNullable<CheckoutInput["answers"]>;

export interface QuestionsDialogProps {
  readonly product: BillingProduct;
  /** Whether to ask for the number of seats. */
  readonly asksForSeats: boolean;
  readonly reference: { readonly referenceId?: string };
  /**
   * Opens the checkout. If that fails, the dialog stays open and shows the error.
   * @param seats `null` if the dialog didn't ask for the number of seats
   */
  onAnswered(answers: Answers, seats: number | null): Promise<SubmitResult>;
  onClose(): void;
}

export function QuestionsDialog(props: QuestionsDialogProps): ReactElement {
  const { product, asksForSeats, reference, onAnswered, onClose } = props;
  const { billing } = useBillingClient();
  const { pricing, page } = useBillingUi().texts;
  const usage = useQuery("/billing/seats", asksForSeats ? "seats" : null, () => billing.seats({ query: reference }));
  const minSeats = Math.max(1, usage.data?.members ?? 1);
  const form = useForm(
    async (values) => {
      const { answers, missing } = answersOf(product.questions, values);
      const seats = asksForSeats ? Math.max(1, Math.round(Number(textOf(values, seatsName)))) : null;
      return missing === null ? onAnswered(answers, seats) : { error: incomplete };
    },
    { SEATS_TAKEN: seatsName },
  );
  return (
    <FormDialog
      open
      title={fill(pricing.questionsTitle, { product: product.name })}
      text={product.questions.length > 0 ? pricing.questionsText : pricing.seatsText}
      submit={pricing.questionsSubmit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {asksForSeats ? (
        <Field
          // Remounts the field with a new default once the number of members is known.
          key={minSeats}
          label={page.seats.field}
          name={seatsName}
          type="number"
          inputMode="numeric"
          required
          min={minSeats}
          step={1}
          defaultValue={String(minSeats)}
          autoComplete="off"
          error={form.fieldErrors[seatsName]}
        />
      ) : null}
      {product.questions.map((question) => (
        <Question key={question.slug} question={question} errors={form.fieldErrors} />
      ))}
    </FormDialog>
  );
}

/** Name of the input for the seats. Names of questions have a prefix. */
const seatsName = "seats";

/** The error that the server returns if a required question is unanswered. */
const incomplete: ClientError = {
  code: "INVALID_CUSTOM_FIELDS",
  message: "",
  status: 0,
  statusText: "",
  details: {},
};

/** A seller's slug can be any text, so the prefix keeps it from clashing with other form fields. */
const nameOf = ({ slug }: ProductQuestion): string => `question-${slug}`;

interface QuestionProps {
  readonly question: ProductQuestion;
  readonly errors: FormState["fieldErrors"];
}

function Question({ question, errors }: QuestionProps): ReactElement {
  const { pricing } = useBillingUi().texts;
  const { type, required, name: title, properties } = question;
  const name = nameOf(question);
  const label = textIn(properties.form_label) || title;
  const hint = textIn(properties.form_help_text) || undefined;
  if (type === "checkbox") {
    return (
      <label className="lk-checkbox">
        <input type="checkbox" name={name} />
        <span>
          {label}
          {hint ? <span className="lk-note"> {hint}</span> : null}
        </span>
      </label>
    );
  }
  if (type === "select") {
    const options = (properties.options ?? []) as readonly { readonly value: string; readonly label: string }[];
    const choices = [{ value: "", label: textIn(properties.form_placeholder) || pricing.noAnswer }, ...options];
    return <SelectField label={label} name={name} options={choices} />;
  }
  return (
    <Field
      label={label}
      hint={hint}
      name={name}
      type={type === "number" || type === "date" ? type : "text"}
      required={required}
      placeholder={textIn(properties.form_placeholder) || undefined}
      maxLength={numberIn(properties.max_length)}
      min={type === "date" ? dayIn(properties.ge) : numberIn(properties.ge)}
      max={type === "date" ? dayIn(properties.le) : numberIn(properties.le)}
      autoComplete="off"
      error={errors[name]}
    />
  );
}

/** Returns the answers, converted to each question's type, and the first required question without an answer. */
export function answersOf(
  questions: readonly ProductQuestion[],
  values: FormData,
): { readonly answers: Answers; readonly missing: ProductQuestion | null } {
  const answers: Record<string, string | number | boolean> = {};
  let missing: ProductQuestion | null = null;
  for (const question of questions) {
    const value = values.get(nameOf(question));
    const text = typeof value === "string" ? value.trim() : "";
    if (text === "") {
      if (question.required) missing ??= question;
      continue;
    }
    if (question.type === "checkbox") answers[question.slug] = true;
    else answers[question.slug] = question.type === "number" ? Number(text) : text;
  }
  return { answers, missing };
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
/** Date limits are in seconds since 1970. */
const dayIn = (value: unknown): string | undefined =>
  typeof value === "number" ? new Date(value * 1000).toISOString().slice(0, 10) : undefined;
