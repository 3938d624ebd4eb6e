/** Public exports of `@latchkey/core/openapi`. */

export { type OpenApiOptions, openApiDocument } from "./document.ts";
export { endpointErrors } from "./errors.ts";
export { type OpenApiCalls, type OpenApiPlugin, type OpenApiTypes, openApi } from "./plugin.ts";
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
