/** Attribute names in filters, paths, and lists of attributes. RFC 7644, sections 3.4.2.2 and 3.10. */

import { type Attribute, findAttribute, findExtension, type ResourceSchema } from "./attributes.ts";

/** An attribute, or a part of one. */
export interface AttributePath {
  /** URN of the extension. `null` for the resource's own schema. */
  readonly extension: string | null;
  /** The attribute's name, spelled as in the schema. `null` for the whole extension. */
  readonly name: string | null;
  readonly attribute: Attribute | null;
  /** The part of a complex attribute. */
  readonly part: string | null;
  readonly partAttribute: Attribute | null;
}

const namePattern = /^[A-Za-z$][\w$-]*$/;

/**
 * Resolves a name such as `userName`, `name.familyName`, or one that starts with a URN. Returns `null` if it's malformed
 * or no attribute has this name.
 */
export function resolvePath(schema: ResourceSchema, text: string): AttributePath | null {
  if (text.length > 255) return null;
  const whole = findExtension(schema, text);
  if (whole !== null) return { extension: whole, name: null, attribute: null, part: null, partAttribute: null };
  const { extension, rest } = splitUrn(schema, text);
  if (extension === undefined) return null;
  const [name = "", part, ...more] = rest.split(".");
  if (more.length > 0 || !namePattern.test(name) || (part !== undefined && !namePattern.test(part))) return null;
  const attributes = extension === null ? schema.attributes : (schema.extensions[extension] ?? []);
  const attribute = findAttribute(attributes, name);
  if (!attribute) return null;
  const partAttribute = part === undefined ? null : findAttribute(attribute.subAttributes ?? [], part);
  if (part !== undefined && !partAttribute) return null;
  return { extension, name: attribute.name, attribute, part: partAttribute?.name ?? null, partAttribute };
}

/** Splits off the URN, which contains dots itself. The extension is `undefined` if the URN is unknown. */
function splitUrn(schema: ResourceSchema, text: string): { extension: string | null | undefined; rest: string } {
  if (!/^urn:/i.test(text)) return { extension: null, rest: text };
  const lower = text.toLowerCase();
  if (lower.startsWith(`${schema.urn.toLowerCase()}:`))
    return { extension: null, rest: text.slice(schema.urn.length + 1) };
  for (const urn of Object.keys(schema.extensions)) {
    if (lower.startsWith(`${urn.toLowerCase()}:`)) return { extension: urn, rest: text.slice(urn.length + 1) };
  }
  return { extension: undefined, rest: text };
}
