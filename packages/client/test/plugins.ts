/** Two third-party plugins, and an app that uses them. Types only. */

import type { Session, SignInResult, User } from "@latchkey/core";
import type {
  CodesOf,
  HasAppTypes,
  MergeOf,
  PluginTypes,
  SessionErrorCode,
  Simplify,
  UnionOf,
} from "@latchkey/core/plugin";
import type { ClientCall, ClientPlugin, OptionalClientCall } from "../src/index.ts";

export type UsernameErrorCode = "INVALID_USERNAME_OR_PASSWORD" | "EMAIL_NOT_VERIFIED";

export interface UsernameClient<U> {
  readonly signIn: {
    readonly username: ClientCall<
      { readonly username: string; readonly password: string },
      SignInResult<U>,
      UsernameErrorCode
    >;
  };
}

export interface UsernameTypes extends PluginTypes {
  readonly user: { readonly username: string | null };
  readonly session: object;
  readonly newUser: { readonly username?: string };
  readonly client: UsernameClient<this["$app"]["user"]>;
  readonly stores: object;
}

export interface Team {
  readonly id: string;
  readonly createdAt: Date;
}

export interface TeamsClient {
  readonly teams: {
    readonly list: OptionalClientCall<{ readonly query?: { readonly limit?: number } }, Team[], SessionErrorCode>;
    canEdit(team: Team): boolean;
  };
}

export interface TeamsStores<U> {
  readonly activeTeam: Team;
  readonly teamMembers: U[];
}

export interface TeamsTypes extends PluginTypes {
  readonly user: object;
  readonly session: { readonly activeTeamId: string | null };
  readonly newUser: object;
  readonly client: TeamsClient;
  readonly stores: TeamsStores<this["$app"]["user"]>;
}

export declare function usernameClient(): ClientPlugin<UsernameTypes>;
export declare function teamsClient(): ClientPlugin<TeamsTypes>;

type Plugins = readonly [ClientPlugin<UsernameTypes>, ClientPlugin<TeamsTypes>];

export interface App {
  readonly user: Simplify<User & MergeOf<Plugins, "user"> & { readonly plan: "free" | "paid" }>;
  readonly session: Simplify<Session & MergeOf<Plugins, "session">>;
  readonly newUser: MergeOf<Plugins, "newUser"> & { readonly plan: "free" | "paid" };
  readonly challenge: UnionOf<Plugins, "challenge">;
  readonly codes: CodesOf<Plugins>;
  readonly plugins: Plugins;
}

export declare const auth: HasAppTypes<App>;
