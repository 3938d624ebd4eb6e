import { auth } from "../../../../auth";

// Next.js doesn't pass the client's address to route handlers, so all clients share one rate limit. To limit each client
// separately, pass its address as remoteAddress, from a header that your platform overwrites. Clients can forge any other header.
const handle = (request: Request) => auth.handler(request);

export { handle as GET, handle as OPTIONS, handle as POST };
