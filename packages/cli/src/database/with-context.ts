/** Runs core on an open database, for imports. The app isn't loaded, so its hooks don't run. */

import { createAuth } from "@latchkey/core";
import { definePlugin, defineUntypedEndpoint, type Endpoint, type RequestContext } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { importTable } from "../import/record.ts";
import { pluginsOfTarget } from "../plugins.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { OpenDatabase } from "./open.ts";

type Work = (context: RequestContext) => Promise<unknown>;

const doWork: Endpoint<{ readonly work: Work }, unknown> = defineUntypedEndpoint({
  method: "POST",
  path: "/command-line/work",
  serverOnly: true,
  queryBudget: 0,
  handle: ({ work }, context) => work(context),
});

const commandPlugin = definePlugin({ id: "command-line", tables: [importTable], endpoints: { doWork } });

/**
 * Runs `work` with a request context on the database, and returns its result.
 * @param secret the app's secret if the work encrypts data. Default: a random one that isn't kept.
 */
export async function withContext<T>(
  { source }: OpenDatabase,
  target: Target,
  work: (context: RequestContext) => Promise<T>,
  secret: string = makeSecret(),
): Promise<T> {
  const auth = createAuth({
    // Not used, because no links are created.
    baseURL: "http://localhost",
    secret,
    // Errors are thrown and printed once, so they aren't logged too.
    logger: { disabled: true },
    database: sqlAdapter(source),
    plugins: [...(await pluginsOfTarget(target)), commandPlugin],
  });
  const api = auth.api as unknown as { doWork(input: { body: { work: Work } }): Promise<unknown> };
  return (await api.doWork({ body: { work } })) as T;
}
