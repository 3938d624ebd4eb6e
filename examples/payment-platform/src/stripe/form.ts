/** Reads form bodies and queries as Stripe's SDK writes them: `items[0][price]=…&expand[]=…`. */

/** A form value. An empty string clears a field. */
export type FormValue = string | FormList | FormObject;
export type FormList = readonly FormValue[];
export interface FormObject {
  readonly [key: string]: FormValue | undefined;
}

type Building = Record<string, unknown>;

export function readForm(text: string): FormObject {
  const form: Building = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part);
    let at = form;
    path.forEach((part, index) => {
      const key = part === "[]" ? String(Object.keys(at).length) : part;
      if (index === path.length - 1) at[key] = value;
      else {
        at[key] ??= Object.create(null);
        at = at[key] as Building;
      }
    });
  }
  return finish(form) as FormObject;
}

/** Turns objects whose keys are indexes into lists. */
function finish(value: unknown): FormValue {
  if (typeof value === "string") return value;
  const entries = Object.entries(value as Building).map(([key, inner]) => [key, finish(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function textIn(form: FormObject, key: string): string | null {
  const value = form[key];
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberIn(form: FormObject, key: string): number | null {
  const value = textIn(form, key);
  return value === null ? null : Number(value);
}

export function objectIn(form: FormObject, key: string): FormObject {
  const value = form[key];
  return typeof value === "object" && !Array.isArray(value) ? (value as FormObject) : {};
}

export function listIn(form: FormObject, key: string): readonly FormObject[] {
  const value = form[key];
  return Array.isArray(value) ? (value as readonly FormObject[]) : [];
}

/** Returns an object's string values, such as those of metadata. */
export function textsIn(form: FormObject, key: string): Record<string, string> {
  const texts = Object.entries(objectIn(form, key)).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
}
