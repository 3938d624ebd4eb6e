/** Serves the OpenAPI document from the app. */

import type { PublicQuery } from "../plugin/contract.ts";
import { defineEndpoint, type EndpointOf } from "../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import type { PluginTypes } from "../plugin/types.ts";
import { anything, type Shape } from "../shapes/shape.ts";
import { type OpenApiOptions, openApiDocument } from "./document.ts";
import type { OpenApiDocument } from "./types.ts";

/** The OpenAPI specification describes this shape, so it isn't repeated here. */
const document: Shape<OpenApiDocument> = { kind: { record: anything } };

/** The plugin's calls. */
export interface OpenApiCalls {
  /** Returns the app's OpenAPI document. */
  readonly generateOpenAPISchema: PublicQuery<void, OpenApiDocument>;
}

/** What the plugin adds to an app's types. */
export interface OpenApiTypes extends PluginTypes {
  readonly calls: OpenApiCalls;
}

/** The plugin that `openApi` returns. */
export interface OpenApiPlugin extends Plugin<OpenApiTypes> {
  readonly id: "open-api";
}

/** Serves the app's OpenAPI 3.1 document publicly, at `/open-api/generate-schema` below the base path. */
export function openApi(options: OpenApiOptions = {}): OpenApiPlugin {
  return definePlugin<OpenApiPlugin>({
    id: "open-api",
    endpoints: { generateOpenAPISchema: generateSchema(options) },
  });
}

function generateSchema(options: OpenApiOptions): EndpointOf<OpenApiCalls["generateOpenAPISchema"]> {
  // Created on the first request and kept, because its sources never change.
  let cached: OpenApiDocument | null = null;
  return defineEndpoint({
    method: "GET",
    path: "/open-api/generate-schema",
    summary: "Get the OpenAPI document",
    output: document,
    queryBudget: 0,
    handle(_, context): OpenApiDocument {
      cached ??= openApiDocument({ $context: context }, options);
      return cached;
    },
  });
}
