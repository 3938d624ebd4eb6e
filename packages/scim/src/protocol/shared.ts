/** Inputs and bodies that users and groups share. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { ResourceInput, ResourceRef } from "../contract.ts";
import type { Json } from "../schema/attributes.ts";
import type { ListRequest } from "./query.ts";

/** An input without fields, for endpoints that read the body themselves. */
export const noInput: InputField<object> = input.object<object>({});

/** An input with the id in the path. */
export const resourceInput: InputField<ResourceRef> = input.object<ResourceRef>({ id: input.id });

const names = input.optional(input.rawText({ max: 8192 }));

/** An input with the id in the path and the attributes to return. */
export const projectionInput: InputField<ResourceInput> = input.object<ResourceInput>({
  id: input.id,
  attributes: names,
  excludedAttributes: names,
});

/** Returns the body of a page of resources. See RFC 7644, section 3.4.2. */
export function listBody(
  resources: readonly Json[],
  totalResults: number,
  { offset }: Pick<ListRequest, "offset">,
): Json {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
