/** Custom fields, which are questions that a seller asks at checkout. */

import * as z from "zod";
import {
  count,
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  openEnum,
  openUnion,
  orElse,
  text,
} from "./wire.ts";

/** The known custom field types. */
export type CustomFieldType = "checkbox" | "date" | "number" | "select" | "text";

/** The properties that all custom fields have. */
export interface CustomFieldProperties {
  readonly form_label?: string | undefined;
  readonly form_help_text?: string | undefined;
  readonly form_placeholder?: string | undefined;
}

/** Inclusive bounds of a number, or of a date in seconds since 1970. */
export interface RangeProperties extends CustomFieldProperties {
  readonly ge?: number | undefined;
  readonly le?: number | undefined;
}

/** The options to choose from. */
export interface SelectProperties extends CustomFieldProperties {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Bounds of a text answer's length, in characters. */
export interface TextProperties extends CustomFieldProperties {
  readonly textarea?: boolean | undefined;
  readonly min_length?: number | undefined;
  readonly max_length?: number | undefined;
}

interface FieldOf<Type extends CustomFieldType, Properties> extends Entity {
  readonly metadata: Metadata;
  readonly type: Type;
  /** The answer's key in `custom_field_data`. */
  readonly slug: string;
  readonly name: string;
  readonly organization_id: string;
  readonly properties: Properties;
}

/** A checkbox. */
export interface CheckboxField extends FieldOf<"checkbox", CustomFieldProperties> {}
/** A date. */
export interface DateField extends FieldOf<"date", RangeProperties> {}
/** A number. */
export interface NumberField extends FieldOf<"number", RangeProperties> {}
/** A choice of one option. */
export interface SelectField extends FieldOf<"select", SelectProperties> {}
/** Free text. */
export interface TextField extends FieldOf<"text", TextProperties> {}

/** A question to the buyer. The payment provider can add types. */
export type CustomField = CheckboxField | DateField | NumberField | SelectField | TextField;

/** A question that's attached to a product. */
export interface AttachedCustomField {
  readonly custom_field_id: string;
  readonly custom_field: CustomField | null;
  readonly order: number;
  readonly required: boolean;
}

const labels = {
  form_label: orElse(z.string(), undefined),
  form_help_text: orElse(z.string(), undefined),
  form_placeholder: orElse(z.string(), undefined),
};
const range = z.looseObject({ ...labels, ge: orElse(z.int(), undefined), le: orElse(z.int(), undefined) });

const properties: Readonly<Record<CustomFieldType, z.ZodType>> = {
  checkbox: z.looseObject(labels),
  date: range,
  number: range,
  select: z.looseObject({ ...labels, options: listOf(z.looseObject({ value: text, label: text })) }),
  text: z.looseObject({
    ...labels,
    textarea: orElse(z.boolean(), undefined),
    min_length: orElse(z.int(), undefined),
    max_length: orElse(z.int(), undefined),
  }),
};

export const customField: z.ZodType<CustomField> = openUnion<CustomField>(
  "custom field type",
  z.looseObject({
    ...entityShape,
    metadata,
    type: openEnum("custom field type", Object.keys(properties)),
    slug: text,
    name: text,
    organization_id: text,
    properties: orElse(z.looseObject({}), {}),
  }),
  ({ type }: { readonly type: string }) => type,
  Object.fromEntries(Object.entries(properties).map(([type, shape]) => [type, z.looseObject({ properties: shape })])),
);

export const attachedCustomField: z.ZodType<AttachedCustomField> = z.looseObject({
  custom_field_id: id,
  custom_field: nullable(customField),
  order: count,
  required: flag,
});
