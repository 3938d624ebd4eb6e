/** What the screens call, and what they show of a user. */

import type { AdminCalls, AdminClient as AdminClientCalls, AdminTypes } from "@latchkey/admin";
import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";

/** A user as administrators see them. */
export interface ManagedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly createdAt: Date;
  /** Names of roles, separated by commas. */
  readonly role: string | null;
  readonly banned: boolean | null;
  readonly banReason: string | null;
  readonly banExpires: Date | null;
}

/** A session as administrators see it. */
export interface ManagedSession {
  readonly token: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
  readonly impersonatedBy?: string | null;
}

/** What the calls return, as far as the screens read it. */
interface ManagedModels extends Omit<AdminTypes["$app"], "user" | "session"> {
  readonly user: ManagedUser;
  readonly session: ManagedSession;
}

/** A client of an app with an administration. */
export type AdminClient = AnyReactClient & AdminClientCalls<AdminCalls<ManagedModels>>;

export const useAdminClient = (): AdminClient => useAuthClient<AdminClient>();

/** The names in a list of roles. */
export function rolesOf(user: { readonly role?: string | null } | undefined): readonly string[] {
  return (user?.role ?? "").split(",").filter((name) => name !== "");
}

/** What a call came to, where its data do not matter. */
export interface Done {
  readonly error: ClientError | null;
}
