/** Runs on Cloudflare's workerd. User data is kept only in one isolate's memory, so use a database in a real app. */

import { memoryAdapter } from "@latchkey/core";
import type { Hono } from "hono";
import { getConnInfo } from "hono/cloudflare-workers";
import { makeApp } from "./app.ts";
import { type Environment, makeAuth } from "./auth.ts";
import type { Variables } from "./session.ts";

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: unknown;
}

let app: Hono<{ Variables: Variables }> | undefined;

// biome-ignore lint/style/noDefaultExport: workerd calls the default export.
export default {
  fetch(request: Request, environment: Environment, execution: Execution): Response | Promise<Response> {
    // A worker gets its environment with the first request.
    app ??= makeApp(makeAuth(memoryAdapter(), environment), (context) => ({
      remoteAddress: getConnInfo(context).remote.address,
      waitUntil: (work) => context.executionCtx.waitUntil(work),
    }));
    return app.fetch(request, environment, execution);
  },
};
