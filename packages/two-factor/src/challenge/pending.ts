/** Finds the browser's pending sign-in, for the page that asks for the second factor. */

import type { Adapter } from "@latchkey/core/database";
import {
  defineEndpoint,
  describePendingSignIn,
  type EndpointOf,
  pendingSignInOutput,
  type SecondFactorUser,
} from "@latchkey/core/plugin";
import type { TwoFactorCalls, TwoFactorMethod } from "../contract.ts";
import type { TwoFactorSettings } from "../options.ts";
import { twoFactorTable } from "../tables.ts";
import { methodsOf } from "./gate.ts";

/** Returns the plugin's factors that can finish the user's sign-in. Sends one query. */
export async function findSecondFactors(
  db: Adapter,
  { id }: SecondFactorUser,
  settings: TwoFactorSettings,
): Promise<readonly TwoFactorMethod[]> {
  const row = await db.findOne(twoFactorTable, { where: { id } });
  return row ? methodsOf(settings, row) : [];
}

/**
 * The same as `/pending-sign-in`, but under this plugin's path, for clients that only know two-factor authentication.
 */
export const pendingTwoFactor: EndpointOf<TwoFactorCalls["pendingTwoFactor"]> = defineEndpoint({
  method: "GET",
  path: "/two-factor/pending",
  aliasOf: "/pending-sign-in",
  summary: "Get the sign-in that's waiting for a second factor",
  output: pendingSignInOutput,
  queryBudget: 2,
  handle: (_, context) => describePendingSignIn(context),
});
