/** Decides whether a resource matches a filter. */

import { type Attribute, isObject, type Json } from "../schema/attributes.ts";
import type { AttributePath } from "../schema/path.ts";
import type { Filter, FilterValue, Operator } from "./parse.ts";

/** Whether a resource matches a filter. Pass the resource in the form that responses use. */
export function matchesFilter(resource: Json, filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
      return matchesFilter(resource, filter.left) && matchesFilter(resource, filter.right);
    case "or":
      return matchesFilter(resource, filter.left) || matchesFilter(resource, filter.right);
    case "not":
      return !matchesFilter(resource, filter.of);
    case "some":
      return elementsOf(resource, filter.path).some((one) => matchesElement(one, filter.of));
    case "compare":
      return compareAny(valuesOf(resource, filter.path), filter);
  }
}

/** Whether one value of an attribute matches a filter on its parts. */
export function matchesElement(element: unknown, filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
      return matchesElement(element, filter.left) && matchesElement(element, filter.right);
    case "or":
      return matchesElement(element, filter.left) || matchesElement(element, filter.right);
    case "not":
      return !matchesElement(element, filter.of);
    case "some":
      return false;
    case "compare": {
      const value = isObject(element) ? element[filter.path.part ?? "value"] : element;
      return compareAny(value === undefined || value === null ? [] : [value], filter);
    }
  }
}

/** Returns an attribute's values. There can be several, one, or none. */
export function elementsOf(resource: Json, { extension, name }: AttributePath): readonly unknown[] {
  const container = extension === null ? resource : resource[extension];
  if (!isObject(container)) return [];
  const value = name === null ? container : container[name];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Returns the values that a comparison checks. A multi-valued complex attribute without a part stands for its `value`.
 */
export function valuesOf(resource: Json, path: AttributePath): readonly unknown[] {
  const elements = elementsOf(resource, path);
  if (path.attribute?.type !== "complex") return elements;
  const part = path.part ?? (path.attribute.multiValued ? "value" : null);
  if (part === null) return elements;
  return elements
    .map((one) => (isObject(one) ? one[part] : undefined))
    .filter((value) => value !== undefined && value !== null);
}

interface Comparison {
  readonly path: AttributePath;
  readonly operator: Operator;
  readonly value: FilterValue;
}

function compareAny(values: readonly unknown[], { path, operator, value }: Comparison): boolean {
  const present = values.filter((one) => !isEmpty(one));
  if (operator === "pr") return present.length > 0;
  const comparable = comparedAttribute(path);
  // Only an attribute without a value equals null. RFC 7643, section 2.5.
  if (value === null) return operator === "eq" ? present.length === 0 : operator === "ne" && present.length > 0;
  if (operator === "ne") return !present.some((one) => compare(one, "eq", value, comparable));
  return present.some((one) => compare(one, operator, value, comparable));
}

function comparedAttribute({ attribute, partAttribute }: AttributePath): Attribute | null {
  if (partAttribute) return partAttribute;
  if (attribute?.type !== "complex") return attribute;
  return attribute.subAttributes?.find(({ name }) => name === "value") ?? null;
}

function isEmpty(value: unknown): boolean {
  return (
    value === "" || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
  );
}

function compare(actual: unknown, operator: Operator, wanted: string | number | boolean, attribute: Attribute | null) {
  if (typeof actual === "boolean") return operator === "eq" && actual === toBoolean(wanted);
  if (typeof actual !== "string" || typeof wanted !== "string") return operator === "eq" && actual === wanted;
  if (attribute?.type === "dateTime" && !["co", "sw", "ew"].includes(operator))
    return compareDates(actual, operator, wanted);
  const isExact = attribute?.caseExact === true;
  return compareText(isExact ? actual : actual.toLowerCase(), operator, isExact ? wanted : wanted.toLowerCase());
}

function toBoolean(value: string | number | boolean): string | number | boolean {
  if (typeof value !== "string") return value;
  const lower = value.toLowerCase();
  return lower === "true" || lower === "false" ? lower === "true" : value;
}

function compareDates(actual: string, operator: Operator, wanted: string): boolean {
  const [left, right] = [Date.parse(actual), Date.parse(wanted)];
  return Number.isNaN(left) || Number.isNaN(right) ? false : compareOrder(left, operator, right);
}

function compareText(actual: string, operator: Operator, wanted: string): boolean {
  if (operator === "co") return actual.includes(wanted);
  if (operator === "sw") return actual.startsWith(wanted);
  if (operator === "ew") return actual.endsWith(wanted);
  return compareOrder(actual, operator, wanted);
}

function compareOrder<T extends string | number>(actual: T, operator: Operator, wanted: T): boolean {
  if (operator === "eq") return actual === wanted;
  if (operator === "gt") return actual > wanted;
  if (operator === "ge") return actual >= wanted;
  if (operator === "lt") return actual < wanted;
  return operator === "le" && actual <= wanted;
}
