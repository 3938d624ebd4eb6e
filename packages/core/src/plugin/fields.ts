/** Fields that an app adds to its models, and what they do to types. */

import type { ResolvedTable } from "../database/schema.ts";
import type { Column, ColumnType, TableExtension } from "../database/tables.ts";
import type { InputSchema } from "../http/schema.ts";
import type { Field } from "./settings.ts";
import type { Simplify } from "./types.ts";

/** One field of an `additionalFields`: of `user`, `session`, or a table of a plugin's. */
export interface FieldOption {
  readonly type: ColumnType;
  /** Must be given at creation (sign-up), if clients may give it at all. Default: false; the value is then `null`. */
  readonly required?: boolean;
  /** Whether clients may set it, at creation and by updates. Default: false: the server's own. */
  readonly input?: boolean;
  /** Whether answers carry it. Default: true. */
  readonly returned?: boolean;
  /** For new rows. A function is called for each. */
  readonly defaultValue?: FieldValue | (() => FieldValue);
  readonly unique?: boolean;
  readonly index?: boolean;
  /** Any Standard Schema: checks the value, and may change it. */
  readonly validator?: InputSchema;
}

/** What a default of an additional field can be. */
export type FieldValue = string | number | boolean | Date | null;
/** Additional fields by name. */
export type FieldOptions = Readonly<Record<string, FieldOption>>;

interface ValueTypes {
  readonly string: string;
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly date: Date;
  readonly json: unknown;
}

type ValueOf<F extends FieldOption> = F extends { readonly required: true }
  ? ValueTypes[F["type"]]
  : F extends { readonly defaultValue: FieldValue }
    ? ValueTypes[F["type"]]
    : ValueTypes[F["type"]] | null;

/** What the fields add to an answered model. */
export type FieldsOut<F extends FieldOptions> = {
  readonly [K in keyof F as F[K] extends { readonly returned: false } ? never : K]: ValueOf<F[K]>;
};

/** What the fields add to sign-up. */
export type FieldsIn<F extends FieldOptions> = Simplify<
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
 * The columns for an app's fields. They are nullable in the database, so that they can be added at any time.
 * @throws {Error} a name that some database would not take; a key that no field has
 */
export function fieldColumns(table: string, fields: FieldOptions): TableExtension {
  const columns: Record<string, Column> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!fieldName.test(name)) {
      throw new Error(
        `${table}.additionalFields.${name}: a name begins with a small letter and has letters and digits only.`,
      );
    }
    refuseUnknown(`${table}.additionalFields.${name}`, field);
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

const keys: Readonly<Record<keyof FieldOption, true>> = {
  type: true,
  required: true,
  input: true,
  returned: true,
  defaultValue: true,
  unique: true,
  index: true,
  validator: true,
};

/** Types let unknown keys of a field pass, since it is inferred; a misspelt `returned: false` would show the field. */
function refuseUnknown(path: string, field: FieldOption): void {
  const unknown = Object.keys(field).find((key) => !Object.hasOwn(keys, key));
  if (unknown === undefined) return;
  throw new Error(`${path}.${unknown}: no such option. A field has ${Object.keys(keys).join(", ")}.`);
}

/** A model's columns with what is asked of their values. */
export function modelFields(
  table: ResolvedTable,
  core: readonly string[],
  options: FieldOptions,
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
