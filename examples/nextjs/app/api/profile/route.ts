import { getSession } from "../../../session";

export async function GET() {
  const session = await getSession();
  if (!session) return Response.json({ code: "UNAUTHORIZED", message: "Sign in first." }, { status: 401 });
  return Response.json({ email: session.user.email });
}
