/** Parses the paths of PATCH operations. RFC 7644, section 3.5.2, figure 7. */

import { refuse } from "../errors.ts";
import { type Filter, maxFilterLength, parseValueFilter } from "../filter/parse.ts";
import type { ResourceSchema } from "../schema/attributes.ts";
import { type AttributePath, resolvePath } from "../schema/path.ts";

/** The attribute, values, or part that an operation changes. */
export interface PatchPath extends AttributePath {
  /** Selects some of an attribute's values. `null` selects all of them. */
  readonly filter: Filter | null;
}

/** Parses a path such as `emails[type eq "work"].value`. @throws {AuthError} `SCIM_INVALID_PATH` */
export function parsePath(schema: ResourceSchema, text: string): PatchPath {
  if (text.length > maxFilterLength) refuse("SCIM_INVALID_PATH");
  const open = text.indexOf("[");
  if (open === -1) return { ...resolve(schema, text), filter: null };
  const close = text.lastIndexOf("]");
  const after = text.slice(close + 1);
  if (close < open || !/^(?:\.[\w$-]+)?$/.test(after)) refuse("SCIM_INVALID_PATH");
  const base = resolve(schema, text.slice(0, open));
  if (!base.attribute?.multiValued || base.part !== null) refuse("SCIM_INVALID_PATH");
  const filter = parseValueFilter(schema, text.slice(open + 1, close), base);
  return { ...(after === "" ? base : resolve(schema, text.slice(0, open) + after)), filter };
}

function resolve(schema: ResourceSchema, text: string): AttributePath {
  return resolvePath(schema, text) ?? refuse("SCIM_INVALID_PATH", `Unknown path: ${text.slice(0, 100)}`);
}
