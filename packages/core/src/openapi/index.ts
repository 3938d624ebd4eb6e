/** The face of `@latchkey/core/openapi`. */

export { type OpenApiOptions, openApiDocument } from "./document.ts";
export { type OpenApiCalls, type OpenApiPlugin, type OpenApiTypes, openApi } from "./plugin.ts";
export { endpointErrors } from "./refusals.ts";
export type {
  Content,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
} from "./types.ts";
