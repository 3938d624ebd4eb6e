/** The calls and types that the admin components use. */

import type { AdminCalls, AdminClient as AdminClientCalls, AdminTypes } from "@latchkey/admin";
import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";

/** A user as admins see them. */
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

/** A session as admins see it. */
export interface ManagedSession {
  readonly token: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
  readonly impersonatedBy?: string | null;
}

/** The data that calls return, limited to what the components read. */
interface ManagedModels extends Omit<AdminTypes["$app"], "user" | "session"> {
  readonly user: ManagedUser;
  readonly session: ManagedSession;
}

/** A client of an app with the admin plugin. */
export type AdminClient = AnyReactClient & AdminClientCalls<AdminCalls<ManagedModels>>;

export const useAdminClient = (): AdminClient => useAuthClient<AdminClient>();

/** The names in a list of roles. */
export function rolesOf(user: { readonly role?: string | null } | undefined): readonly string[] {
  return (user?.role ?? "").split(",").filter((name) => name !== "");
}

/** Props of every card on a user's page. */
export interface UserCardProps {
  readonly user: ManagedUser;
  /** Admins can't change their own account here. */
  readonly isSelf: boolean;
  /** Reads the changed user again. */
  onChanged(): Promise<void>;
}

/** The outcome of a call whose data isn't used. */
export interface AdminResult {
  readonly error: ClientError | null;
}
