/** How a field of an input validates a value. `input.ts` builds fields from this. */

import type { InputSchema, Issue } from "../http/schema.ts";

/** A validated value. `T` is the type that the handler gets. */
export interface InputField<T = unknown> extends InputSchema<T> {}

/** JSON Schema, draft 2020-12. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** Returns the validated value, or {@link Invalid}. Valid values allocate nothing. */
export type Run = (value: unknown) => unknown;

/** Returns a message if a value of the right type breaks a rule. */
export type Rule<T> = (value: T) => string | null;

interface FieldIssue extends Issue {
  readonly path: readonly PropertyKey[];
  /** Whether the value has the wrong type, so that rules that come later can't read it. */
  readonly isMistyped: boolean;
}

/** The result for a value that breaks a rule or has the wrong type. */
export class Invalid {
  readonly issues: FieldIssue[] = [];
  /** The part of the value that was read, for later rules. */
  value: unknown;
  /** Whether a conversion was skipped, so that there is no value to read. */
  isUnread = false;

  constructor(value?: unknown, ...messages: readonly string[]) {
    this.value = value;
    for (const message of messages) this.issues.push({ message, path: [], isMistyped: true });
  }

  /** Whether later rules can't read the value. */
  get isUnreadable(): boolean {
    return this.isUnread || this.issues.some(({ isMistyped }) => isMistyped);
  }

  /** Adds an issue for a rule that the value breaks, although its type is right. */
  addViolation(message: string, path: readonly PropertyKey[] = []): void {
    this.issues.push({ message, path, isMistyped: false });
  }

  /** Adds the issues of a part of the value. */
  addPart(key: PropertyKey, part: Invalid): void {
    for (const issue of part.issues) this.issues.push({ ...issue, path: [key, ...issue.path] });
  }
}

/** A field created by this library. It is a Standard Schema, so any code that accepts one also accepts a field. */
export class Field<T> implements InputField<T> {
  readonly "~standard": InputField<T>["~standard"] & { readonly jsonSchema: { input(): FieldSchema } };
  readonly run: Run;
  readonly schema: FieldSchema;
  /** Whether an object's key with this field can be missing. */
  readonly canBeMissing: boolean;

  constructor(run: Run, schema: FieldSchema, canBeMissing = false) {
    this.run = run;
    this.schema = schema;
    this.canBeMissing = canBeMissing;
    this["~standard"] = {
      version: 1,
      vendor: "latchkey",
      validate: (value) => {
        const result = run(value);
        return result instanceof Invalid
          ? { issues: result.issues.map(({ message, path }) => ({ message, path })) }
          : { value: result as T };
      },
      jsonSchema: { input: () => schema },
    };
  }
}

/** Returns the field itself, or one that runs another library's validator. */
export function fieldOf<T>(schema: InputField<T>): Field<T> {
  return schema instanceof Field ? schema : new Field<T>(runValidator(schema), describe(schema));
}

function runValidator({ "~standard": { vendor, validate } }: InputField): Run {
  return (value) => {
    const result = validate(value);
    if (result instanceof Promise) {
      throw new Error(`A field's validator (${vendor}) is async. Use a sync one, or validate in the handler.`);
    }
    if (!result.issues) return result.value;
    const invalid = new Invalid(value);
    for (const { message, path = [] } of result.issues) {
      const keys = path.map((part) => (typeof part === "object" ? part.key : part));
      invalid.issues.push({ message, path: keys, isMistyped: true });
    }
    return invalid;
  };
}

/** @see https://standardschema.dev/json-schema */
function describe(schema: InputField): FieldSchema {
  const { jsonSchema } = schema["~standard"] as {
    readonly jsonSchema?: { input(options: object): FieldSchema };
  };
  return jsonSchema?.input({ target: "draft-2020-12", libraryOptions: { unrepresentable: "any" } }) ?? {};
}

/** Adds rules to a field. All of them are checked, so that one response names everything that's wrong. */
export function withRules<T>(run: Run, rules: readonly Rule<T>[], path: readonly PropertyKey[] = []): Run {
  return (value) => {
    const result = run(value);
    let invalid = result instanceof Invalid ? result : null;
    if (invalid?.isUnreadable) return invalid;
    const read = (invalid ? invalid.value : result) as T;
    for (const rule of rules) {
      const message = rule(read);
      if (message === null) continue;
      invalid ??= new Invalid(read);
      invalid.addViolation(message, path);
    }
    return invalid ?? result;
  };
}

/** Converts what another field has read. */
export function withConversion<T>(run: Run, to: (value: T) => unknown): Run {
  return (value) => {
    const result = run(value);
    if (!(result instanceof Invalid)) return to(result as T);
    result.isUnread = true;
    return result;
  };
}

/**
 * Runs the fields until one accepts the value. If the value has the right type for only one of them, the error lists
 * the rules of that field.
 */
export function anyOf(runs: readonly Run[]): Run {
  return (value) => {
    const failed: Invalid[] = [];
    for (const run of runs) {
      const result = run(value);
      if (!(result instanceof Invalid)) return result;
      failed.push(result);
    }
    const [closest, ...others] = failed.filter(({ isUnreadable }) => !isUnreadable);
    return closest && others.length === 0 ? closest : new Invalid(value, "Invalid input");
  };
}

/** Bare types become one list of types, which most tools show better than alternatives. */
export function anyOfSchemas(schemas: readonly FieldSchema[]): FieldSchema {
  const isBare = schemas.every((schema) => "type" in schema && Object.keys(schema).length === 1);
  if (!isBare) return { anyOf: schemas };
  const types = [...new Set(schemas.flatMap(({ type }) => type))];
  return { type: types.length === 1 ? types[0] : types };
}

/** The result for a value of the wrong type. */
export function mistyped(expected: string, value: unknown): Invalid {
  return new Invalid(value, `Invalid input: expected ${expected}, received ${typeNameOf(value)}`);
}

function typeNameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object" || Object.getPrototypeOf(value) === Object.prototype) return typeof value;
  return (value as { readonly constructor?: { readonly name: string } }).constructor?.name ?? "object";
}
