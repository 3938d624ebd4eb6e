/** Middleware that reads and requires a session. */

import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppAuth, Session } from "./auth.ts";

export interface Variables {
  session: Session | null;
}

/** Stores the session in the context, and passes on any renewed cookies. */
export function readSession(auth: AppAuth): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const { data, error, headers } = await auth.api.getSession.result({ headers: context.req.raw.headers });
    if (error) throw new HTTPException(503, { message: error.message, cause: error });
    for (const [name, value] of headers) context.header(name, value, { append: true });
    context.set("session", data);
    await next();
  };
}

/** Rejects signed-out users. Use it after `readSession`. */
export const requireSession: MiddlewareHandler<{ Variables: Variables }> = async (context, next) => {
  if (!context.var.session) return context.json({ code: "UNAUTHORIZED", message: "Sign in first." }, 401);
  await next();
};
