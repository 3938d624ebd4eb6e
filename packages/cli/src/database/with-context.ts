/** Core over an open database, for work that its stores do. The app itself is not run for it: its hooks are not called. */

import { createAuth } from "@latchkey/core";
import { definePlugin, defineUntypedEndpoint, type Endpoint, type RequestContext } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { pluginsOfTarget } from "../plugins.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { OpenDatabase } from "./open.ts";

type Work = (context: RequestContext) => Promise<unknown>;

const doWork: Endpoint<{ readonly work: Work }, unknown> = defineUntypedEndpoint({
  method: "POST",
  path: "/command-line/work",
  serverOnly: true,
  statements: 0,
  handle: ({ work }, context) => work(context),
});

/** @param secret that of the app, where something is encrypted; by default one that is forgotten */
export async function withContext<T>(
  { source }: OpenDatabase,
  target: Target,
  work: (context: RequestContext) => Promise<T>,
  secret: string = makeSecret(),
): Promise<T> {
  const auth = createAuth({
    // Nobody is sent there.
    baseURL: "http://localhost",
    secret,
    // What goes wrong is thrown, and printed once.
    logger: { disabled: true },
    database: sqlAdapter(source),
    plugins: [...(await pluginsOfTarget(target)), definePlugin({ id: "command-line", endpoints: { doWork } })],
  });
  const api = auth.api as unknown as { doWork(input: { body: { work: Work } }): Promise<unknown> };
  return (await api.doWork({ body: { work } })) as T;
}
