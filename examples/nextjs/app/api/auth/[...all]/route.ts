import { auth } from "../../../../auth";

// Next.js doesn't tell a route handler the client's address, so all clients share one rate limit. To count each client, pass
// its address as remoteAddress, from a header that your platform overwrites. Clients can forge any other.
const handle = (request: Request) => auth.handler(request);

export { handle as GET, handle as OPTIONS, handle as POST };
