/** Who is asking, as hooks. */

import type { FastifyReply, FastifyRequest } from "fastify";
import { auth } from "./auth.ts";

export type Session = typeof auth.$Infer.Session;

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Puts the session on the request, and hands the cookies on that reading may renew. */
export async function readSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { data, error, headers } = await auth.api.getSession.result({ headers: request.headers });
  if (error) throw error;
  for (const [name, value] of headers) reply.header(name, value);
  request.session = data;
}

/** Lets nobody pass who is not signed in. Stands behind `readSession`. */
export async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.session) await reply.code(401).send({ code: "UNAUTHORIZED", message: "Sign in first." });
}
