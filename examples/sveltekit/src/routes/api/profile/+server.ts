import { json } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = ({ locals: { session } }) =>
  session
    ? json({ email: session.user.email })
    : json({ code: "UNAUTHORIZED", message: "Sign in first." }, { status: 401 });
