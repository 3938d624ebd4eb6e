/** Finds enum values and union members in payloads that this version doesn't know. They're accepted but reported. */

import * as z from "zod";

/** An enum value or union member that this version doesn't know. */
export interface UnknownMember {
  /** The enum or union, such as `subscription status`. */
  readonly of: string;
  readonly member: string;
}

type Note = (of: string, member: string) => void;
type Visit = (value: unknown, note: Note) => void;

/** Maximum unknown members to report per payload. */
const maxFound = 20;

/**
 * Attaches a function that visits a schema's parsed values. Without it, objects, lists, and tuples visit their parts.
 */
export function withVisitor<S extends z.ZodType>(schema: S, visit: Visit): S {
  return Object.assign(schema, { visit });
}

/**
 * Returns the unknown members in a value.
 * @param value what the schema returned for a payload
 */
export function findUnknownMembers(schema: z.ZodType, value: unknown): readonly UnknownMember[] {
  const found: UnknownMember[] = [];
  visitMembers(schema, value, (of, member) => {
    const isNew = !found.some((one) => one.of === of && one.member === member);
    if (isNew && found.length < maxFound) found.push({ of, member });
  });
  return found;
}

/** Calls `note` for each unknown member in a value that the schema returned. */
export function visitMembers(schema: z.core.$ZodType, value: unknown, note: Note): void {
  if (value === undefined || value === null) return;
  const { visit } = schema as { readonly visit?: Visit };
  if (visit) {
    visit(value, note);
  } else if (schema instanceof z.ZodObject) {
    const parts = value as Readonly<Record<string, unknown>>;
    for (const [key, part] of Object.entries<z.core.$ZodType>(schema.shape)) visitMembers(part, parts[key], note);
  } else if (schema instanceof z.ZodArray) {
    for (const part of value as readonly unknown[]) visitMembers(schema.element, part, note);
  } else if (schema instanceof z.ZodTuple) {
    for (const [at, part] of schema.def.items.entries()) visitMembers(part, (value as readonly unknown[])[at], note);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    visitMembers(schema.unwrap(), value, note);
  }
}
