/** `/dev/reference`: the app's endpoints, as its OpenAPI document has them. */

import { randomToken } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { page } from "@latchkey/core/shapes";
import type { ConsoleGuards } from "../access/guards.ts";
import { pageResponse } from "../console/document.ts";
import { consolePath } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { referenceBody } from "./page.ts";
import { search } from "./script.ts";

export function devReference(guards: ConsoleGuards): EndpointOf<DevCalls["devReference"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/reference",
    summary: "The app's endpoints, to read and to try",
    output: page,
    guards: [guards.page],
    statements: 0,
    async handle(_, context) {
      if (context.instead) return context.instead;
      // Only who looks at the page pays for what makes the document.
      const { openApiDocument } = await import("@latchkey/core/openapi");
      const { appName, basePath } = context.settings;
      const document = openApiDocument({ $context: context });
      const body = referenceBody({ appName, back: consolePath(context), basePath, document });
      const script = { code: search, nonce: randomToken(context.random) };
      return pageResponse({ title: `Endpoints · ${appName}`, body, script });
    },
  });
}
