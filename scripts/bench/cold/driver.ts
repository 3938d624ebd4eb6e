/**
 * Starts Node.js with the SQLite driver, runs one statement, and creates a request and a response, without a library.
 */

import { origin, paths } from "../contenders/contender.ts";
import { report } from "./report.ts";

await report(async () => {
  const { default: Database } = await import("libsql");
  const database = new Database(process.argv[2] as string);
  return async () => {
    const request = new Request(origin + paths.getSession);
    return new Response(JSON.stringify([request.url, database.prepare("select 1").get()]));
  };
});
