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
  /** With the username plugin. */
  readonly username?: string | null;
  /** With the two-factor plugin. */
  readonly twoFactorEnabled?: boolean | null;
}

/** A user in the list. */
export interface ListedUser extends ManagedUser {
  readonly lastActiveAt: Date | null;
}

/** A session as admins see it. */
export interface ManagedSession {
  readonly token: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly impersonatedBy?: string | null;
}

/** A user's organization. */
export interface ManagedOrganization {
  readonly id: string;
  readonly name: string;
  readonly logo?: string | null;
  readonly role: string;
}

/** An organization as admins see it. */
export interface ManagedOrganizationDetails extends Omit<ManagedOrganization, "role"> {
  readonly slug: string;
  readonly createdAt: Date;
}

/** An organization in the list of all. */
export interface ListedOrganization extends ManagedOrganizationDetails {
  readonly memberCount: number;
}

/** A member of an organization. */
export interface ListedMember {
  readonly id: string;
  readonly userId: string;
  /** Names of roles, separated by commas. */
  readonly role: string;
  readonly createdAt: Date;
  /** When a directory suspended the member. */
  readonly suspendedAt: Date | null;
  readonly user: { readonly name: string; readonly email: string | null; readonly image: string | null };
}

/** Which page of a list to read. */
interface PageQuery {
  readonly search?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** The data that calls return, limited to what the components read. */
interface ManagedModels extends Omit<AdminTypes["$app"], "user" | "session"> {
  readonly user: ManagedUser;
  readonly session: ManagedSession;
}

/** Calls that only servers with certain other plugins have. */
interface PluginCalls {
  readonly admin: {
    listUserOrganizations(input: {
      readonly query: { readonly userId: string };
    }): Promise<QueryResult<{ readonly organizations: readonly ManagedOrganization[] }>>;
    listOrganizations(input: {
      readonly query: PageQuery & { readonly sortDirection?: "asc" | "desc" };
    }): Promise<QueryResult<OrganizationListPage>>;
    getOrganization(input: {
      readonly query: { readonly organizationId: string };
    }): Promise<QueryResult<ManagedOrganizationDetails>>;
    listOrganizationMembers(input: {
      readonly query: PageQuery & { readonly organizationId: string };
    }): Promise<QueryResult<MemberListPage>>;
    resetUserTwoFactor(input: { readonly userId: string }): Promise<AdminResult>;
  };
}

/** A page of a list. */
export interface ListPage {
  /** `null` on pages after the first, unless the server counts again. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** A page of all organizations. */
export interface OrganizationListPage extends ListPage {
  readonly organizations: readonly ListedOrganization[];
}

/** A page of an organization's members. */
export interface MemberListPage extends ListPage {
  readonly members: readonly ListedMember[];
}

type QueryResult<T> = { readonly data: T; readonly error: null } | { readonly data: null; readonly error: ClientError };

/** A client of an app with the admin plugin. */
export type AdminClient = AnyReactClient & AdminClientCalls<AdminCalls<ManagedModels>> & PluginCalls;

/** Returns the app's client. */
export const useAdminClient = (): AdminClient => useAuthClient<AdminClient>();

/** The names in a list of roles. */
export function rolesOf(user: { readonly role?: string | null } | undefined): readonly string[] {
  return (user?.role ?? "").split(",").filter((name) => name !== "");
}

/** The user's name, or the email for users without a name. */
export function nameOf({ name, email }: Pick<ManagedUser, "name" | "email">): string {
  return name || email;
}

/** Whether the ban still applies. Ended ones stay in the row until the next sign-in. */
export function isBanned({ banned, banExpires }: Pick<ManagedUser, "banned" | "banExpires">, now: Date): boolean {
  return banned === true && (!banExpires || banExpires > now);
}

/** The outcome of a call whose data isn't used. */
export interface AdminResult {
  readonly error: ClientError | null;
}
