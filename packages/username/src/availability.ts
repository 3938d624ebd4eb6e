/** The endpoint `/is-username-available`. */

import { widen } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, findDecoyEmail, input, userTable } from "@latchkey/core/plugin";
import type { UsernameCalls } from "./contract.ts";
import { checkUsername, usernameFormatErrors, usernameIdentifier } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { availabilityOutput } from "./outputs.ts";
import type { UserWithUsername } from "./tables.ts";

/** Returns what sign-up would reveal anyway. The low rate limit keeps anyone from listing all usernames. */
export function isUsernameAvailable(settings: UsernameSettings): EndpointOf<UsernameCalls["isUsernameAvailable"]> {
  return defineEndpoint({
    method: "POST",
    path: "/is-username-available",
    summary: "Check username availability",
    input: input.object({ username: input.rawText({ max: 4096 }) }),
    output: availabilityOutput,
    errors: usernameFormatErrors,
    queryBudget: 2,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    async handle({ username: typed }, context) {
      await checkUsername(typed, settings);
      const username = settings.normalize(typed);
      const existing = await context.db.findOne(widen<UserWithUsername>(userTable), {
        where: { username },
        columns: ["id"],
      });
      const reservedBy = await findDecoyEmail(context, usernameIdentifier(username));
      return { available: existing === null && reservedBy === null };
    },
  });
}
