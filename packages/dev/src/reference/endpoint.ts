/** The `/dev/reference` endpoint, which shows the app's endpoints from its OpenAPI document. */

import { randomToken } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import { pageResponse } from "../console/page-response.ts";
import { consolePath } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { referenceBody } from "./page.ts";
import { referenceScript } from "./script.ts";

export function devReference(guards: ConsoleGuards): EndpointOf<DevCalls["devReference"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/reference",
    summary: "Browse the API reference",
    output: page,
    guards: [guards.page],
    queryBudget: 0,
    async handle(_, context) {
      if (context.response) return context.response;
      // Imported on demand, so that apps don't load the OpenAPI generator unless someone opens this page.
      const { openApiDocument } = await import("@latchkey/core/openapi");
      const { appName, basePath } = context.settings;
      const document = openApiDocument({ $context: context });
      const body = referenceBody({ appName, back: consolePath(context), basePath, document });
      const script = { code: referenceScript, nonce: randomToken(context.random) };
      return pageResponse({ title: `API reference · ${appName}`, body, script });
    },
  });
}
