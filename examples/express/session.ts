/** Middleware that reads and requires a session. */

import type { NextFunction, Request, Response } from "express";
import { auth } from "./auth.ts";

export type Session = typeof auth.$Infer.Session;

/** A response after `readSession`. */
export type MaybeSignedIn = Response<unknown, { session: Session | null }>;

/** A response after `requireSession`. */
export type SignedIn = Response<unknown, { session: Session }>;

/** Stores the session in `response.locals`, and passes on any renewed cookies. */
export async function readSession(request: Request, response: MaybeSignedIn, next: NextFunction): Promise<void> {
  const { data, error, headers } = await auth.api.getSession.result({ headers: request.headers });
  if (error) return next(error);
  response.setHeaders(headers);
  response.locals.session = data;
  next();
}

/** Rejects signed-out users. Use it after `readSession`. */
export function requireSession(_request: Request, response: MaybeSignedIn, next: NextFunction): void {
  if (response.locals.session) next();
  else response.status(401).json({ code: "UNAUTHORIZED", message: "Sign in first." });
}
