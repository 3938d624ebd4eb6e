/** The app's custom fields in the sign-up form, from the server's capabilities. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { ReactElement } from "react";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill, type Texts } from "../texts/texts.ts";

type SignUpFields = Capabilities["signUp"]["fields"];

interface AppFieldsProps {
  readonly fields: SignUpFields;
  /** Errors by input name. */
  readonly errors: Readonly<Record<string, string>>;
}

/** An input for each field, by type. */
export function AppFields({ fields, errors }: AppFieldsProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <>
      {fields.map(({ name, type, required }) => {
        const label = fieldLabel(texts, name);
        if (type === "boolean") return <Checkbox key={name} name={inputName(name)} label={label} />;
        return (
          <Field
            key={name}
            label={required ? label : fill(texts.optional, { label })}
            name={inputName(name)}
            type={inputTypes[type]}
            step={type === "number" ? "any" : undefined}
            autoComplete="off"
            required={required}
            error={errors[inputName(name)]}
          />
        );
      })}
    </>
  );
}

const inputTypes = { string: "text", number: "number", date: "date" } as const;

/** The app's names can't collide with those of the form's own inputs. */
const inputName = (name: string): string => `field-${name}`;

/** Returns the label from the texts, or else the name in words. */
export function fieldLabel({ fieldLabels }: Texts, name: string): string {
  const configuredLabel = Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined;
  if (configuredLabel !== undefined) return configuredLabel;
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the values to send. Skips empty fields, so that the server's defaults apply. */
export function readAppFields(fields: SignUpFields, values: FormData): Readonly<Record<string, unknown>> {
  const entries = fields.flatMap(({ name, type }): [string, unknown][] => {
    if (type === "boolean") return [[name, values.has(inputName(name))]];
    const text = textOf(values, inputName(name)).trim();
    if (text === "") return [];
    if (type === "number") return [[name, Number(text)]];
    return [[name, type === "date" ? new Date(text).toISOString() : text]];
  });
  return Object.fromEntries(entries);
}
