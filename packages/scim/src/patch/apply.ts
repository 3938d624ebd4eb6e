/** Applies operations to a resource's attributes. RFC 7644, section 3.5.2. */

import { refuse } from "../errors.ts";
import { matchesElement } from "../filter/evaluate.ts";
import type { Filter } from "../filter/parse.ts";
import { type Attribute, isObject, type Json } from "../schema/attributes.ts";
import { isPrimary, normalizeValue } from "../schema/normalize.ts";
import type { Operation } from "./operations.ts";
import type { PatchPath } from "./path.ts";

type Draft = Record<string, unknown>;

/**
 * Returns the attributes after all operations. Doesn't modify `attributes`.
 * @param id the resource's id, which some directories send along
 * @throws {AuthError} `SCIM_MUTABILITY`, `SCIM_NO_TARGET`, `SCIM_INVALID_VALUE`
 */
export function applyOperations(attributes: Json, operations: readonly Operation[], id: string): Json {
  const draft = structuredClone(attributes) as Draft;
  for (const operation of operations) if (isWritable(operation, id)) applyOperation(draft, operation);
  return draft;
}

/**
 * Whether an operation can be applied. Okta sends a group's id together with its name, so the id is accepted if it
 * doesn't change.
 */
function isWritable({ path, value, isExplicit }: Operation, id: string): boolean {
  const { attribute, partAttribute } = path;
  if (!attribute) return true;
  if (!isExplicit && attribute.name === "id" && value === id) return false;
  const isReadOnly = attribute.mutability === "readOnly" || attribute.mutability === "writeOnly";
  if (isReadOnly || partAttribute?.mutability === "readOnly")
    refuse("SCIM_MUTABILITY", `${attribute.name} can't be changed`);
  return true;
}

function applyOperation(draft: Draft, operation: Operation): void {
  const { op, path } = operation;
  const { extension, name, attribute } = path;
  if (name === null || !attribute) {
    if (extension !== null) replaceExtension(draft, extension, operation);
    return;
  }
  const container = containerOf(draft, extension);
  if (attribute.multiValued) applyToValues(container, name, attribute, operation);
  else if (path.part !== null) applyToPart(container, name, operation);
  else if (op === "remove") delete container[name];
  else setSingle(container, name, attribute, operation);
  if (extension !== null && Object.keys(container).length === 0) delete draft[extension];
}

function containerOf(draft: Draft, extension: string | null): Draft {
  if (extension === null) return draft;
  const known = draft[extension];
  const container: Draft = isObject(known) ? (known as Draft) : {};
  draft[extension] = container;
  return container;
}

/** Only `remove` can target a whole extension. Other operations must name its attributes. */
function replaceExtension(draft: Draft, extension: string, { op }: Operation): void {
  if (op !== "remove") refuse("SCIM_INVALID_PATH", "Name the attributes of the extension to change");
  delete draft[extension];
}

function setSingle(container: Draft, name: string, attribute: Attribute, { value }: Operation): void {
  const normalized = normalizeValue(attribute, value);
  if (normalized === undefined || normalized === "") {
    delete container[name];
    return;
  }
  const known = container[name];
  container[name] =
    attribute.type === "complex" && isObject(known) ? { ...known, ...(normalized as Json) } : normalized;
}

function applyToPart(container: Draft, name: string, { op, path, value }: Operation): void {
  const known = container[name];
  const changed = withPart(isObject(known) ? known : {}, path, op === "remove" ? undefined : value);
  if (Object.keys(changed).length === 0) delete container[name];
  else container[name] = changed;
}

/** Returns a copy of the object with a part set, or removed if there's no value. */
function withPart(element: Json, { part, partAttribute }: PatchPath, value: unknown): Json {
  if (part === null || !partAttribute) return element;
  const { [part]: _, ...others } = element;
  const normalized = normalizeValue(partAttribute, value);
  return normalized === undefined || normalized === "" ? others : { ...others, [part]: normalized };
}

function applyToValues(container: Draft, name: string, attribute: Attribute, operation: Operation): void {
  const known = (Array.isArray(container[name]) ? container[name] : []) as readonly Json[];
  const changed = changeValues(known, attribute, operation);
  // A value without any parts counts as missing. See RFC 7643, section 2.5.
  const values = keepOnePrimary(
    known,
    changed.filter((one) => Object.keys(one).length > 0),
  );
  const normalized = normalizeValue(attribute, values);
  if (normalized === undefined) delete container[name];
  else container[name] = normalized;
}

function changeValues(known: readonly Json[], attribute: Attribute, operation: Operation): readonly Json[] {
  const { op, path, value } = operation;
  const { filter, part } = path;
  if (filter) return changeSelected(known, attribute, operation, filter);
  if (part !== null) return known.map((one) => withPart(one, path, op === "remove" ? undefined : value));
  const sent = (normalizeValue(attribute, value) ?? []) as readonly Json[];
  if (op === "replace") return sent;
  if (op === "add") return [...known, ...sent.filter((one) => !known.some((other) => isSame(one, other)))];
  // Entra lists the values to remove. If there's no list, all values are removed.
  return sent.length === 0 ? [] : known.filter((one) => !sent.some((other) => one.value === other.value));
}

function changeSelected(
  known: readonly Json[],
  attribute: Attribute,
  { op, path, value }: Operation,
  filter: Filter,
): readonly Json[] {
  const isSelected = (one: Json): boolean => matchesElement(one, filter);
  if (op === "remove") {
    if (path.part === null) return known.filter((one) => !isSelected(one));
    return known.map((one) => (isSelected(one) ? withPart(one, path, undefined) : one));
  }
  const change = (one: Json): Json =>
    path.part === null ? { ...one, ...single(attribute, value) } : withPart(one, path, value);
  if (known.some(isSelected)) return known.map((one) => (isSelected(one) ? change(one) : one));
  // Entra sets the work email of users who have none yet.
  return [...known, change(partsOf(filter) ?? refuse("SCIM_NO_TARGET"))];
}

function single(attribute: Attribute, value: unknown): Json {
  const list = (normalizeValue(attribute, value) ?? []) as readonly Json[];
  return list.length === 1 ? (list[0] as Json) : refuse("SCIM_INVALID_VALUE", `${attribute.name} needs one value here`);
}

/** Returns the parts that a value needs to match the filter, or `null` if the filter isn't made of `eq` and `and`. */
function partsOf(filter: Filter): Json | null {
  if (filter.kind === "and") {
    const [left, right] = [partsOf(filter.left), partsOf(filter.right)];
    return left && right ? { ...left, ...right } : null;
  }
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.value === null) return null;
  return { [filter.path.part ?? "value"]: filter.value };
}

/** If a new value becomes the primary one, the others are no longer primary. See RFC 7644, section 3.5.2. */
function keepOnePrimary(known: readonly Json[], changed: readonly Json[]): readonly Json[] {
  if (changed.filter(isPrimary).length <= 1) return changed;
  const isNew = (one: Json): boolean =>
    isPrimary(one) && !known.some((other) => isPrimary(other) && isSame(one, other));
  const fresh = changed.filter(isNew);
  if (fresh.length !== 1) return changed;
  return changed.map((one) => (isPrimary(one) && one !== fresh[0] ? { ...one, primary: false } : one));
}

function isSame(one: Json, other: Json): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
