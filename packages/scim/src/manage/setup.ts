/** The calls for connecting a directory with a setup link, without an account. */

import type { Transaction } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  requireSetupLink,
  type SetupCaller,
  StaleUserError,
} from "@latchkey/core/plugin";
import type { NewScimToken, ScimCalls, ScimConnection } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { ScimSettings } from "../options.ts";
import { newConnectionOutput, presentConnection, setupOutput } from "../outputs.ts";
import { connectionTable, type ScimConnectionRow, tokenTable } from "../tables.ts";
import { checkRank } from "./access.ts";
import { insertConnection, nameField } from "./connections.ts";
import { changeLimit, scimStores } from "./shared.ts";
import { insertToken } from "./tokens.ts";

/** Requires a setup link that permits connecting a directory. */
const requireSetup = requireSetupLink({ scim: ["create", "update"] });

/** Returns the connection that was created with the link. */
export const getSetup: EndpointOf<ScimCalls["getScimSetup"]> = defineEndpoint({
  method: "GET",
  path: "/scim/setup/state",
  summary: "Get a setup link's SCIM connection",
  output: setupOutput,
  guards: [requireSetup],
  queryBudget: 5,
  async handle(_, context) {
    const row = await findConnection(context.db, context);
    return { connection: row && presentConnection(context, row) };
  },
});

/** Creates a connection with the link, or replaces its token while the directory hasn't used it. */
export function connectSetup(settings: ScimSettings): EndpointOf<ScimCalls["connectScimSetup"]> {
  return defineEndpoint({
    method: "POST",
    path: "/scim/setup/connect",
    summary: "Connect a directory with a setup link",
    changes: scimStores,
    input: input.object<{ readonly name: string }>({ name: nameField }),
    output: newConnectionOutput,
    guards: [requireSetup],
    errors: pickErrors("SCIM_CONNECTION_LIMIT_REACHED", "SCIM_DIRECTORY_CONNECTED", "SCIM_ROLE_NOT_ALLOWED"),
    rateLimit: changeLimit,
    originCheck: "always",
    queryBudget: 16,
    async handle({ name }, context) {
      const { scope } = context;
      const { deprovision } = settings;
      // An admin might have changed the connection's role since the link created it.
      const { defaultRole } = (await findConnection(context.db, context)) ?? settings;
      await checkRank(scope, defaultRole);
      return context.db.transaction(async (tx) => {
        await scope.lock(tx);
        const row = await findConnection(tx, context);
        if (row && row.defaultRole !== defaultRole) throw new StaleUserError();
        if (row) return replaceToken(tx, context, row);
        return insertConnection(tx, context, settings, scope, { name, defaultRole, deprovision });
      });
    },
  });
}

/** Replaces the token. After reloading the page, users no longer have the old one, because it's shown only once. */
async function replaceToken(
  tx: Transaction,
  context: RequestContext & SetupCaller,
  { id }: ScimConnectionRow,
): Promise<ScimConnection & NewScimToken> {
  const row = await tx.lock(connectionTable, id);
  if (!row || row.lastRequestAt !== null) return failWith("SCIM_DIRECTORY_CONNECTED");
  await tx.remove(tokenTable, { where: { connectionId: id } });
  return { ...presentConnection(context, row), ...(await insertToken(tx, context, row, {})) };
}

async function findConnection(
  db: Transaction | RequestContext["db"],
  { scope: { organizationId }, setupLinkId }: SetupCaller,
): Promise<ScimConnectionRow | null> {
  const [row = null] = await db.findMany(connectionTable, { where: { organizationId, setupLinkId }, limit: 1 });
  return row;
}
