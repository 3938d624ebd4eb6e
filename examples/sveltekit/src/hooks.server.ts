/** Mounts the handler, reads the session, and redirects signed-out users away from account pages. */

import { error, type Handle, redirect, type ServerInit } from "@sveltejs/kit";
import { auth } from "$lib/server/auth";

export const init: ServerInit = async () => {
  const { problems } = await auth.migrate();
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

export const handle: Handle = async ({ event, resolve }) => {
  if (event.url.pathname.startsWith("/api/auth/")) {
    return auth.handler(event.request, { remoteAddress: event.getClientAddress() });
  }
  const session = await auth.api.getSession.result({ headers: event.request.headers });
  if (session.error) error(503, session.error.message);
  event.locals.session = session.data;
  // Reading the session can extend it.
  for (const { name, value, ...attributes } of session.cookies) event.cookies.set(name, value, attributes);
  if (!session.data && event.route.id?.startsWith("/account")) redirect(303, "/sign-in");
  return resolve(event);
};
