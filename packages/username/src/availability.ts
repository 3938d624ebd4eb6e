/** `/is-username-available`. */

import { defineUntypedEndpoint, type Endpoint, reservingEmail, userTable } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import * as z from "zod";
import { usernameErrors } from "./errors.ts";
import type { IsUsernameAvailableInput, UsernameAvailability } from "./inputs.ts";
import { checkUsername, signInName } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { availabilityOutput } from "./outputs.ts";
import type { UserWithName } from "./tables.ts";

const input: z.ZodType<IsUsernameAvailableInput> = z.object({ username: z.string().max(4096) });

/** Says what sign-up would say anyway; few times in a while, so that nobody reads out the list. */
export function isUsernameAvailable(
  settings: UsernameSettings,
): Endpoint<IsUsernameAvailableInput, UsernameAvailability> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/is-username-available",
    summary: "Whether nobody has this user name",
    input,
    output: availabilityOutput,
    errors: usernameErrors,
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
