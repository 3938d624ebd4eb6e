/** Runs before pages that require a session. Redirects signed-out users, and renews cookies, which pages can't do. */

import { type NextRequest, NextResponse } from "next/server";
import { auth } from "./auth";

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { data, error, cookies } = await auth.api.getSession.result({ headers: request.headers });
  const signIn = request.nextUrl.clone();
  signIn.pathname = "/sign-in";
  const response = data || error ? NextResponse.next() : NextResponse.redirect(signIn);
  for (const { name, value, ...attributes } of cookies) response.cookies.set(name, value, attributes);
  return response;
}

export const config = { matcher: ["/account/:path*"] };
