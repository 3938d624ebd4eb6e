/** Starts better-auth with four plugins and sends the first request. */

import type { SqliteDatabase } from "kysely";
import { origin, paths, secret } from "../contenders/contender.ts";
import { isPreparing, report } from "./report.ts";

await report(async () => {
  const [{ betterAuth }, { SqliteDialect }, { default: Database }, plugins] = await Promise.all([
    import("better-auth"),
    import("kysely"),
    import("libsql"),
    import("better-auth/plugins"),
  ]);
  const { username, twoFactor, admin, organization } = plugins;
  const database = new Database(process.argv[2] as string) as unknown as SqliteDatabase;
  const auth = betterAuth({
    baseURL: origin,
    secret,
    database: { dialect: new SqliteDialect({ database }), type: "sqlite" },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [username(), twoFactor(), admin(), organization()],
  });
  if (isPreparing) {
    const { getMigrations } = await import("better-auth/db/migration");
    await (await getMigrations(auth.options)).runMigrations();
  }
  return () => auth.handler(new Request(origin + paths.getSession));
});
