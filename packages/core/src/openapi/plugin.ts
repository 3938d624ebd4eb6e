/** The document at a path of the app's own. */

import type { PublicQuery } from "../plugin/contract.ts";
import { defineEndpoint, type EndpointOf } from "../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import type { PluginTypes } from "../plugin/types.ts";
import { anything, type Shape } from "../shapes/shape.ts";
import { type OpenApiOptions, openApiDocument } from "./document.ts";
import type { OpenApiDocument } from "./types.ts";

/** What OpenAPI says of itself is said by its own specification. */
const document: Shape<OpenApiDocument> = { kind: { record: anything } };

/** The plugin's calls. */
export interface OpenApiCalls {
  /** Returns the app's OpenAPI document. */
  readonly generateOpenAPISchema: PublicQuery<void, OpenApiDocument>;
}

/** What the plugin adds to the types of an app. */
export interface OpenApiTypes extends PluginTypes {
  readonly calls: OpenApiCalls;
}

/** The plugin, as `openApi` makes it. */
export interface OpenApiPlugin extends Plugin<OpenApiTypes> {
  readonly id: "open-api";
}

/** Serves the app's OpenAPI 3.1 document to everybody, at `/open-api/generate-schema` below the base path. */
export function openApi(options: OpenApiOptions = {}): OpenApiPlugin {
  return definePlugin<OpenApiPlugin>({
    id: "open-api",
    endpoints: { generateOpenAPISchema: generateSchema(options) },
  });
}

function generateSchema(options: OpenApiOptions): EndpointOf<OpenApiCalls["generateOpenAPISchema"]> {
  // Made at the first request, and the same from then on: nothing that it is read off changes.
  let made: OpenApiDocument | null = null;
  return defineEndpoint({
    method: "GET",
    path: "/open-api/generate-schema",
    summary: "The app's OpenAPI document",
    output: document,
    statements: 0,
    handle(_, context): OpenApiDocument {
      made ??= openApiDocument({ $context: context }, options);
      return made;
    },
  });
}
