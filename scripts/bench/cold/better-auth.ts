/** Starts better-auth and sends the first request. */

import type { SqliteDatabase } from "kysely";
import { origin, paths, secret } from "../contenders/contender.ts";
import { isPreparing, report } from "./report.ts";

await report(async () => {
  const [{ betterAuth }, { SqliteDialect }, { default: Database }] = await Promise.all([
    import("better-auth"),
    import("kysely"),
    import("libsql"),
  ]);
  const database = new Database(process.argv[2] as string) as unknown as SqliteDatabase;
  const auth = betterAuth({
    baseURL: origin,
    secret,
    database: { dialect: new SqliteDialect({ database }), type: "sqlite" },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  if (isPreparing) {
    const { getMigrations } = await import("better-auth/db/migration");
    await (await getMigrations(auth.options)).runMigrations();
  }
  return () => auth.handler(new Request(origin + paths.getSession));
});
