/** Latchkey on Cloudflare's workerd. The memory of one isolate is a toy: give a worker that is to stay a database. */

import { type Auth, createAuth, memoryAdapter } from "@latchkey/core";

interface Env {
  readonly AUTH_URL: string;
  readonly AUTH_SECRET: string;
}

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

let auth: Auth | undefined;

// biome-ignore lint/style/noDefaultExport: what workerd calls is the default export.
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
