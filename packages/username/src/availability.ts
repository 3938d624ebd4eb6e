/** `/is-username-available`. */

import { widen } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input, reservingEmail, userTable } from "@latchkey/core/plugin";
import type { UsernameCalls } from "./contract.ts";
import { checkUsername, signInName, usernameFormErrors } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { availabilityOutput } from "./outputs.ts";
import type { UserWithName } from "./tables.ts";

/** Returns what sign-up would say anyway. The low rate limit keeps anyone from reading out all names. */
export function isUsernameAvailable(settings: UsernameSettings): EndpointOf<UsernameCalls["isUsernameAvailable"]> {
  return defineEndpoint({
    method: "POST",
    path: "/is-username-available",
    summary: "Whether nobody has this user name",
    input: input.object({ username: input.rawText({ max: 4096 }) }),
    output: availabilityOutput,
    errors: usernameFormErrors,
    statements: 2,
    rateLimit: { window: 60, max: 20 },
    origin: "always",
    async handle({ username: typed }, context) {
      await checkUsername(typed, settings);
      const username = settings.normalize(typed);
      const holder = await context.db.findOne(widen<UserWithName>(userTable), { where: { username }, columns: ["id"] });
      const reserving = await reservingEmail(context, signInName(username));
      return { available: holder === null && reserving === null };
    },
  });
}
