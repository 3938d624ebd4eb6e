/**
 * Runs Latchkey on Cloudflare's workerd. Data in memory is lost with the isolate, so use a real database in production.
 */

import { type Auth, createAuth, memoryAdapter } from "@latchkey/core";

interface Env {
  readonly AUTH_URL: string;
  readonly AUTH_SECRET: string;
}

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

let auth: Auth | undefined;

// biome-ignore lint/style/noDefaultExport: workerd calls the default export
export default {
  fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    auth ??= createAuth({
      baseURL: env.AUTH_URL,
      secret: env.AUTH_SECRET,
      database: memoryAdapter(),
      emailAndPassword: { enabled: true },
    });
    return auth.handler(request, {
      remoteAddress: request.headers.get("cf-connecting-ip") ?? undefined,
      waitUntil: (work) => context.waitUntil(work),
    });
  },
};
