/** The input of a sign-in with a provider's identity. */

import type { RequestContext } from "../../kernel/context.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { Connection } from "./connection.ts";
import type { SignInPolicy } from "./policy.ts";
import type { ProviderIdentity } from "./provider-identity.ts";

/** A user's identity at the provider, and what the call asked for. */
export interface SignInInput {
  readonly context: RequestContext;
  readonly settings: AccountSettings;
  readonly connection: Connection;
  readonly identity: ProviderIdentity;
  /** Whether the call set `requestSignUp`. */
  readonly requestSignUp: boolean;
  /** Whether the call rejects new users, whatever the provider's options are. Default: false. */
  readonly disableSignUp?: boolean;
}

/** Returns the part of a new session that comes from the provider's policy. */
export function sessionFieldsOf(policy: SignInPolicy | undefined): {
  readonly fields?: Readonly<Record<string, unknown>>;
} {
  return policy ? { fields: policy.sessionFields } : {};
}
