/** A third-party plugin, and an app that uses it. Types only. */

import type { Session, User } from "@latchkey/core";
import type { CodesOf, HasAppTypes, MergeOf, PluginTypes, Simplify } from "@latchkey/core/plugin";
import type { ClientCall, ClientPlugin } from "../src/index.ts";

export interface Team<U> {
  readonly id: string;
  readonly owner: U;
}

export interface TeamsClient<U> {
  readonly teams: { readonly setActive: ClientCall<{ readonly id: string }, Team<U>, "NO_TEAM"> };
}

export interface TeamsStores<U> {
  readonly activeTeam: Team<U>;
  readonly teams: readonly Team<U>[];
}

export interface TeamsTypes extends PluginTypes {
  readonly user: object;
  readonly session: { readonly activeTeamId: string | null };
  readonly newUser: object;
  readonly client: TeamsClient<this["$app"]["user"]>;
  readonly stores: TeamsStores<this["$app"]["user"]>;
}

export declare function teamsClient(): ClientPlugin<TeamsTypes>;

type Plugins = readonly [ClientPlugin<TeamsTypes>];

export interface App {
  readonly user: Simplify<User & { readonly plan: "free" | "paid" }>;
  readonly session: Simplify<Session & MergeOf<Plugins, "session">>;
  readonly newUser: { readonly plan: "free" | "paid" };
  readonly challenge: never;
  readonly codes: CodesOf<Plugins>;
  readonly plugins: Plugins;
}

export declare const auth: HasAppTypes<App>;
