/** Hooks that read and require a session. */

import type { FastifyReply, FastifyRequest } from "fastify";
import { auth } from "./auth.ts";

export type Session = typeof auth.$Infer.Session;

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Stores the session on the request, and passes on any renewed cookies. */
export async function readSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { data, error, headers } = await auth.api.getSession.result({ headers: request.headers });
  if (error) throw error;
  for (const [name, value] of headers) reply.header(name, value);
  request.session = data;
}

/** Rejects signed-out users. Use it after `readSession`. */
export async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.session) await reply.code(401).send({ code: "UNAUTHORIZED", message: "Sign in first." });
}
