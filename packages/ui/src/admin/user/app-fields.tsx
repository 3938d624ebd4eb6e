/** The fields that the app adds to users. */

import { Fragment, type ReactElement } from "react";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { Field } from "../../primitives/field.tsx";
import { Row } from "../../primitives/row.tsx";
import { textOf } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import type { AdminResult, ManagedUser } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";

type FieldType = "string" | "number" | "boolean" | "date";

/** Saves fields of the user and reads the user again. */
export type SaveUser = (data: Readonly<Record<string, unknown>>) => Promise<AdminResult>;

/** Props for `AppFields`. */
export interface AppFieldsProps {
  readonly user: ManagedUser;
  /** `null` if the admin can't change the user. */
  readonly save: SaveUser | null;
}

/** A row for each field that sign-up accepts. The server doesn't list others. */
export function AppFields({ user, save }: AppFieldsProps): ReactElement {
  const fields = useCapabilities()?.signUp.fields ?? [];
  const values: Readonly<Record<string, unknown>> = { ...user };
  const shown = fields.filter(({ name }) => name in values && name !== "username" && name !== "displayUsername");
  return (
    <>
      {shown.map(({ name, type }) => (
        <Fragment key={name}>
          <AppField name={name} type={type} value={values[name]} save={save} />
        </Fragment>
      ))}
    </>
  );
}

interface AppFieldProps {
  readonly name: string;
  readonly type: FieldType;
  readonly value: unknown;
  readonly save: SaveUser | null;
}

function AppField({ name, type, value, save }: AppFieldProps): ReactElement {
  const { language } = useAuthUi().texts;
  const { user: words } = useAdminUi().texts;
  const label = labelOf(name);
  const isBoolean = type === "boolean";
  const shown = isBoolean ? (value ? words.yes : words.no) : textOfValue(value, language);
  return (
    <Row
      label={label}
      value={shown === "" ? <span className="lk-muted">{words.none}</span> : <bdi>{shown}</bdi>}
      {...(save
        ? {
            inline: {
              fields: (errors) =>
                isBoolean ? (
                  <Checkbox name={name} label={label} defaultChecked={value === true} />
                ) : (
                  <Field
                    label={label}
                    hideLabel
                    name={name}
                    type={type === "string" ? "text" : type}
                    defaultValue={value instanceof Date ? value.toISOString().slice(0, 10) : textOfValue(value, "en")}
                    autoComplete="off"
                    error={errors[name]}
                  />
                ),
              save: (values) => save({ [name]: typedValue(type, values, name) }),
            },
          }
        : {})}
    />
  );
}

function textOfValue(value: unknown, language: string | undefined): string {
  if (value instanceof Date) return value.toLocaleDateString(language, { dateStyle: "medium" });
  return value === null || value === undefined ? "" : String(value);
}

function typedValue(type: FieldType, values: FormData, name: string): unknown {
  if (type === "boolean") return values.has(name);
  const text = textOf(values, name).trim();
  if (text === "") return null;
  return type === "number" ? Number(text) : type === "date" ? new Date(text).toISOString() : text;
}

/** The field's name as words: `favoriteColor` is "Favorite color". */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
