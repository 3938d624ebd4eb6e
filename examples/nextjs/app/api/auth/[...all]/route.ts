import { auth } from "../../../../auth";

// Which header tells the client's address is known where the app is deployed. Name one that clients cannot forge.
const handle = (request: Request) =>
  auth.handler(request, { remoteAddress: request.headers.get("x-real-ip") ?? undefined });

export { handle as GET, handle as OPTIONS, handle as POST };
