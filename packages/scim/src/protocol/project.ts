/** Selects the attributes in responses. RFC 7644, section 3.9. */

import { refuse } from "../errors.ts";
import { isObject, type Json, type ResourceSchema } from "../schema/attributes.ts";
import { type AttributePath, resolvePath } from "../schema/path.ts";

/** The attributes that a response contains. */
export interface Projection {
  /** Returns only these attributes and those that are always returned. `null` returns all. */
  readonly only: readonly AttributePath[] | null;
  readonly except: readonly AttributePath[];
}

const maxNames = 100;

/** Reads `attributes` and `excludedAttributes`. Unknown names are ignored. @throws {AuthError} `SCIM_INVALID_VALUE` */
export function readProjection(schema: ResourceSchema, attributes: unknown, excluded: unknown): Projection {
  const only = readNames(schema, attributes);
  return { only: only.length === 0 ? null : only, except: readNames(schema, excluded) };
}

function readNames(schema: ResourceSchema, given: unknown): readonly AttributePath[] {
  const names = (Array.isArray(given) ? given : typeof given === "string" ? given.split(",") : []).map(String);
  if (names.length > maxNames) refuse("SCIM_INVALID_VALUE", `attributes can have at most ${maxNames} names`);
  return names.map((name) => resolvePath(schema, name.trim())).filter((path) => path !== null);
}

/** Whether a response can contain an attribute of the resource's own schema. If not, it doesn't have to be read. */
export function includes({ only, except }: Projection, name: string): boolean {
  const isExcluded = except.some((path) => path.extension === null && path.name === name && path.part === null);
  return !isExcluded && (only === null || only.some((path) => path.extension === null && path.name === name));
}

/** Returns the resource with the selected attributes. It always has `schemas` and `id`. */
export function project(resource: Json, { only, except }: Projection): Json {
  const { schemas, id } = resource;
  let shown: Json = resource;
  if (only) {
    shown = {};
    for (const path of only) shown = copyPath(shown, resource, path);
  }
  for (const path of except) shown = withoutPath(shown, path);
  return { schemas, id, ...shown };
}

function copyPath(target: Json, source: Json, { extension, name, part }: AttributePath): Json {
  if (extension !== null) {
    const from = source[extension];
    if (!isObject(from)) return target;
    if (name === null) return { ...target, [extension]: from };
    const known = target[extension];
    const copied = copyPath(isObject(known) ? known : {}, from, { ...noPath, name, part });
    return Object.keys(copied).length === 0 ? target : { ...target, [extension]: copied };
  }
  if (name === null || source[name] === undefined) return target;
  if (part === null) return { ...target, [name]: source[name] };
  return { ...target, [name]: mergeParts(target[name], source[name], part) };
}

const noPath: AttributePath = { extension: null, name: null, attribute: null, part: null, partAttribute: null };

function mergeParts(known: unknown, value: unknown, part: string): unknown {
  const pick = (one: unknown, before: unknown): Json => ({
    ...(isObject(before) ? before : {}),
    ...(isObject(one) && one[part] !== undefined ? { [part]: one[part] } : {}),
  });
  if (!Array.isArray(value)) return pick(value, known);
  return value.map((one, at) => pick(one, Array.isArray(known) ? known[at] : undefined));
}

function withoutPath(resource: Json, { extension, name, part }: AttributePath): Json {
  const key = extension ?? name;
  if (key === null || key === "id" || resource[key] === undefined) return resource;
  if (extension !== null && name !== null) {
    const inner = resource[extension];
    return isObject(inner) ? { ...resource, [extension]: withoutPath(inner, { ...noPath, name, part }) } : resource;
  }
  const { [key]: value, ...others } = resource;
  if (part === null || extension !== null) return others;
  const drop = (one: unknown): unknown => {
    if (!isObject(one)) return one;
    const { [part]: _, ...rest } = one;
    return rest;
  };
  return { ...others, [key]: Array.isArray(value) ? value.map(drop) : drop(value) };
}
