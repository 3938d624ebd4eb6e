/** Input for signing in with a provider's identity. */

import type { RequestContext } from "../../kernel/context.ts";
import type { NewSession } from "../../sessions/create.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { Connection } from "./connection.ts";
import type { ProviderIdentity } from "./provider-identity.ts";

/** A user's identity at the provider, and what the call requested. */
export interface SignInInput {
  readonly context: RequestContext;
  readonly settings: AccountSettings;
  readonly connection: Connection;
  readonly identity: ProviderIdentity;
  /** Whether the call set `requestSignUp`. */
  readonly requestSignUp: boolean;
  /** Whether the call rejects new users, regardless of the provider's options. Default: false. */
  readonly disableSignUp?: boolean;
}

/** Returns the part of a new session that comes from the provider and its policy. */
export function sessionPartOf({
  connection,
  identity,
}: SignInInput): Pick<NewSession, "fields" | "endsAt" | "provenFactors"> {
  const { fields, endsAt = null } = identity.profile.session ?? {};
  const provenFactors = ["provider", ...(connection.policy?.provenFactors?.(identity) ?? [])];
  return { fields: { ...connection.policy?.sessionFields, ...fields }, endsAt, provenFactors };
}
