/** The claims about a user, by scope. OpenID Connect Core, section 5.4. */

import { presentUser, type RequestContext, type UserRow } from "@latchkey/core/plugin";
import type { ProviderSettings } from "./options.ts";
import { withoutReserved } from "./reserved-claims.ts";

/**
 * Returns the claims that these scopes give access to, without `sub`.
 * @param names claims that the client requested by name. Only the app's own function can return them, so a name doesn't
 * give access to claims of a different scope
 */
export async function userClaims(
  context: RequestContext,
  settings: ProviderSettings,
  user: UserRow,
  scopes: readonly string[],
  names: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const own = await settings.userInfoClaims({ user: presentUser(context, user), scopes, claims: names });
  return {
    ...withoutReserved(own),
    ...(scopes.includes("profile") ? profileOf(user) : {}),
    ...(scopes.includes("email") ? { email: user.email, email_verified: user.emailVerified } : {}),
  };
}

function profileOf({ name, image, updatedAt }: UserRow): Record<string, unknown> {
  const [given, ...others] = name.split(" ");
  return {
    name,
    ...(given ? { given_name: given } : {}),
    ...(others.length > 0 ? { family_name: others.join(" ") } : {}),
    ...(image === null ? {} : { picture: image }),
    updated_at: Math.floor(updatedAt.getTime() / 1000),
  };
}
