/** A row for one of the app's own user fields. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { Row } from "../primitives/row.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fieldLabel } from "../sign-up/app-fields.tsx";
import type { Texts } from "../texts/texts.ts";

type AppField = Capabilities["signUp"]["fields"][number];

export interface AppFieldRowProps {
  readonly field: AppField;
  readonly user: object;
}

const inputTypes = { string: "text", number: "number", date: "date" } as const;

/** The app's names can't collide with attributes of the form. */
const inputName = "value";

export function AppFieldRow({ field, user }: AppFieldRowProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const label = fieldLabel(texts, field.name);
  const value: unknown = (user as Readonly<Record<string, unknown>>)[field.name] ?? null;
  const { name, type, required } = field;
  return (
    <Row
      label={label}
      value={<FieldValue texts={texts} field={field} value={value} />}
      {...(isEmpty(field, value) ? { edit: texts.account.add } : {})}
      path="/update-user"
      inline={{
        fields: (errors) =>
          type === "boolean" ? (
            <Checkbox name={inputName} label={label} defaultChecked={value === true} />
          ) : (
            <Field
              label={label}
              hideLabel
              name={inputName}
              type={inputTypes[type]}
              step={type === "number" ? "any" : undefined}
              autoComplete="off"
              required={required}
              defaultValue={inputValue(field, value)}
              error={errors[inputName]}
            />
          ),
        save: (values) => client.updateUser({ [name]: readValue(field, values) }),
        fieldByErrorCode: { VALIDATION_ERROR: inputName },
      }}
    />
  );
}

interface FieldValueProps {
  readonly texts: Texts;
  readonly field: AppField;
  readonly value: unknown;
}

function FieldValue({ texts, field, value }: FieldValueProps): ReactElement {
  if (field.type === "boolean") return <>{value === true ? texts.account.yes : texts.account.no}</>;
  if (isEmpty(field, value)) return <span className="lk-muted">{texts.account.notSet}</span>;
  return <bdi>{shownValue(field, value, texts.language)}</bdi>;
}

/** A checkbox always has a value. */
function isEmpty({ type }: AppField, value: unknown): boolean {
  return type !== "boolean" && (value === null || value === "");
}

function shownValue({ type }: AppField, value: unknown, language: string | undefined): string {
  if (type === "number") return Number(value).toLocaleString(language);
  // A date without a time is stored as midnight in UTC.
  if (type === "date") return dateOf(value).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
  return String(value);
}

function inputValue({ type }: AppField, value: unknown): string {
  if (value === null) return "";
  return type === "date" ? dateOf(value).toISOString().slice(0, 10) : String(value);
}

function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value));
}

/** An empty field removes the value. */
function readValue({ type }: AppField, values: FormData): unknown {
  if (type === "boolean") return values.has(inputName);
  const text = textOf(values, inputName).trim();
  if (text === "") return null;
  if (type === "number") return Number(text);
  return type === "date" ? new Date(text).toISOString() : text;
}
