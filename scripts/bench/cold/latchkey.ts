/** Starts Latchkey and sends the first request. */

import { origin, paths, secret } from "../contenders/contender.ts";
import { isPreparing, report } from "./report.ts";

await report(async () => {
  const [{ createAuth }, { sqlAdapter }, { default: Database }] = await Promise.all([
    import("@latchkey/core"),
    import("@latchkey/sql"),
    import("libsql"),
  ]);
  const auth = createAuth({
    baseURL: origin,
    secret,
    database: sqlAdapter(new Database(process.argv[2] as string)),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
  });
  if (isPreparing) await auth.migrate();
  return () => auth.handler(new Request(origin + paths.getSession));
});
