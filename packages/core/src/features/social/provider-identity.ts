/** Types for a verified identity at a provider. */

import type { Profile, ProviderTokens } from "./provider.ts";

/** The verified result of a sign-in at a provider. */
export interface ProviderIdentity {
  /** The user's id at the provider. */
  readonly accountId: string;
  readonly mappedUser: MappedUser;
  readonly profile: Profile;
  readonly tokens: ProviderTokens;
  /** Data from the callback that a later refresh needs. */
  readonly providerData: Readonly<Record<string, string>> | null;
}

/** The provider's profile, mapped to a user's fields. */
export interface MappedUser {
  readonly name: string;
  /** Normalized. `null` if there is no usable email. */
  readonly email: string | null;
  /** Whether the provider vouches for this exact email. */
  readonly emailVerified: boolean;
  readonly image: string | null;
  /** Values for declared additional fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}
