/** Additional fields that an app adds to its models, and their types. */

import type { ResolvedTable } from "../database/schema.ts";
import type { Column, ColumnType, TableExtension } from "../database/tables.ts";
import type { InputSchema } from "../http/schema.ts";
import type { Field } from "../kernel/settings.ts";
import type { Simplify } from "./types.ts";

/** One field of `additionalFields`, for `user`, `session`, or a plugin's table. */
export interface AdditionalField {
  readonly type: ColumnType;
  /**
   * Whether a value is required at creation (sign-up), if clients can set the field at all. Default: false. A missing
   * value is `null`.
   */
  readonly required?: boolean;
  /** Whether clients can set it, at creation and in updates. Default: false, so only the server can. */
  readonly input?: boolean;
  /** Whether responses contain it. Default: true. */
  readonly returned?: boolean;
  /** Value for new rows. A function is called for each row. */
  readonly defaultValue?: DefaultFieldValue | (() => DefaultFieldValue);
  readonly unique?: boolean;
  readonly index?: boolean;
  /** Any Standard Schema. Validates the value, and can transform it. */
  readonly validator?: InputSchema;
}

/** A possible default value of an additional field. */
export type DefaultFieldValue = string | number | boolean | Date | null;
/** Additional fields by name. */
export type AdditionalFields = Readonly<Record<string, AdditionalField>>;

interface ValueTypes {
  readonly string: string;
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly date: Date;
  readonly json: unknown;
}

type ValueOf<F extends AdditionalField> = F extends { readonly required: true }
  ? ValueTypes[F["type"]]
  : F extends { readonly defaultValue: DefaultFieldValue }
    ? ValueTypes[F["type"]]
    : ValueTypes[F["type"]] | null;

/** What the fields add to a returned model. */
export type FieldsOut<F extends AdditionalFields> = {
  readonly [K in keyof F as F[K] extends { readonly returned: false } ? never : K]: ValueOf<F[K]>;
};

/** What the fields add to the input of sign-up. */
export type FieldsIn<F extends AdditionalFields> = Simplify<
  {
    readonly [K in keyof F as F[K] extends { readonly input: true; readonly required: true } ? K : never]: ValueOf<
      F[K]
    >;
  } & {
    readonly [K in keyof F as F[K] extends { readonly input: true; readonly required: true }
      ? never
      : F[K] extends { readonly input: true }
        ? K
        : never]?: ValueOf<F[K]> | undefined;
  }
>;

const fieldName = /^[a-z][A-Za-z0-9_]{0,62}$/;

/**
 * Returns the columns for an app's fields. They're nullable in the database, so they can be added to existing tables.
 * @throws {Error} if a database wouldn't accept a name, or if a field has an unknown key
 */
export function fieldColumns(table: string, fields: AdditionalFields): TableExtension {
  const columns: Record<string, Column> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!fieldName.test(name)) {
      throw new Error(
        `${table}.additionalFields.${name} isn't a valid name. Start it with a lowercase letter, and use only letters and digits.`,
      );
    }
    rejectUnknownKeys(`${table}.additionalFields.${name}`, field);
    const { type, unique, index, returned } = field;
    columns[name] = {
      type,
      nullable: true,
      input: field.input ?? false,
      ...(unique ? { unique } : {}),
      ...(index ? { index } : {}),
      ...(returned === false ? { returned } : {}),
    };
  }
  return { extends: table, columns };
}

const keys: Readonly<Record<keyof AdditionalField, true>> = {
  type: true,
  required: true,
  input: true,
  returned: true,
  defaultValue: true,
  unique: true,
  index: true,
  validator: true,
};

/**
 * TypeScript doesn't catch unknown keys here, because the field's type is inferred. A misspelled `returned: false`
 * would expose the field.
 */
function rejectUnknownKeys(path: string, field: AdditionalField): void {
  const unknown = Object.keys(field).find((key) => !Object.hasOwn(keys, key));
  if (unknown === undefined) return;
  throw new Error(`${path}.${unknown} isn't an option. A field can have ${Object.keys(keys).join(", ")}.`);
}

/** Returns a model's columns with the rules for their values. */
export function modelFields(
  table: ResolvedTable,
  core: readonly string[],
  options: AdditionalFields,
): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(table.columns).map(([name, column]) => {
      const { required, defaultValue, validator } = options[name] ?? {};
      const field: Field = {
        ...column,
        additional: !core.includes(name),
        ...(required ? { required } : {}),
        ...(defaultValue !== undefined ? { defaultValue } : {}),
        ...(validator ? { validator } : {}),
      };
      return [name, field];
    }),
  );
}
