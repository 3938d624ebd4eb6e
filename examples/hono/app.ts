/** Creates the app, for every runtime. */

import type { RequestInfo } from "@latchkey/core";
import { type Context, Hono } from "hono";
import type { AppAuth } from "./auth.ts";
import { homePage } from "./pages.ts";
import { readSession, requireSession, type Variables } from "./session.ts";

/** @param infoOf returns the runtime's information about a request, such as the client's address */
export function makeApp(auth: AppAuth, infoOf: (context: Context) => RequestInfo) {
  const app = new Hono<{ Variables: Variables }>();
  app.all("/api/auth/*", (context) => auth.handler(context.req.raw, infoOf(context)));

  app.use(readSession(auth));
  app.get("/", (context) => context.html(homePage(context.var.session)));
  app.get("/api/profile", requireSession, (context) => context.json({ email: context.var.session?.user.email }));
  return app;
}
