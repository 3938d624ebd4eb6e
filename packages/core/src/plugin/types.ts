/**
 * What a plugin adds to the types of an app, as one named interface. No path is parsed and no route walked: the types
 * of `auth` and of the client are the sum of these interfaces, one step a plugin.
 */

import type { ServerCalls } from "./contract.ts";
import type { Moment } from "./endpoint.ts";
import type { Session } from "./session.ts";
import type { User } from "./user.ts";

/**
 * The type half of a plugin. A plugin's own interface extends it and says what it adds. Calls that return a user or a session,
 * or that pass a stage, take the app's models: `this["$app"]`.
 *
 * @example
 * interface FriendCalls<M extends Models = CoreModels> {
 *   readonly listFriends: SessionQuery<void, M["user"][]>;
 * }
 * interface FriendTypes extends PluginTypes {
 *   readonly user: { readonly friendCount: number };
 *   readonly calls: FriendCalls<this["$app"]>;
 * }
 */
export interface PluginTypes {
  /** The app's models, filled in where the plugin is used: `this["$app"]["user"]` is the app's full user. */
  readonly $app: Models;
  /** Its calls: name → contract. They are merged into `auth.api`. */
  readonly calls: object;
  /** Codes that it adds to calls of others: stage → codes. */
  readonly refusals: unknown;
  /** Fields it adds to the user. */
  readonly user: object;
  /** Fields it adds to the session. */
  readonly session: object;
  /** Fields it adds to what sign-up takes. */
  readonly newUser: object;
  /** What its gates answer to a sign-in instead of a session; calls that sign in have it in their answers. */
  readonly challenge: unknown;
  /** Its client calls, merged into the client. */
  readonly client: object;
  /** Its client stores: name → what the store holds. `activeOrganization` becomes `useActiveOrganization` in React. */
  readonly stores: object;
}

/** The type half of a core feature: only its calls, for `definePlugin` to compare with its endpoints. */
export interface FeatureTypes<Calls extends object> extends PluginTypes {
  readonly calls: Calls;
}

/** A plugin (server half or client half) as the type computations see it. */
export interface HasTypes<T extends PluginTypes = PluginTypes> {
  readonly $types?: T;
}

/** The models of an app, as plugins' interfaces take them. */
export interface Models {
  readonly user: unknown;
  readonly session: unknown;
  /** The fields that sign-up takes in addition to core's. */
  readonly newUser: unknown;
  /** What a sign-in can answer instead of a session; `never` where no plugin asks for more. */
  readonly challenge: unknown;
  /** The codes that plugins add to calls, by stage. */
  readonly codes: StageCodes;
}

/** Codes by stage. */
export type StageCodes = { readonly [S in Moment]: string };

/** Core alone, without plugins: the models that endpoints are checked against. */
export interface CoreModels extends Models {
  readonly user: User;
  readonly session: Session;
  readonly newUser: object;
  readonly challenge: never;
  readonly codes: { readonly [S in Moment]: never };
}

/** The codes that core and plugins add to calls, by stage. Core's own are the ones that any call at the stage can fail with. */
export interface CodesOf<P extends readonly HasTypes[]> {
  readonly signIn: "EMAIL_NOT_VERIFIED" | "FAILED_TO_CREATE_SESSION" | CodesAt<Said<P, "refusals">, "signIn">;
  readonly signUp: "FAILED_TO_CREATE_USER" | CodesAt<Said<P, "refusals">, "signUp">;
  readonly updateUser: CodesAt<Said<P, "refusals">, "updateUser">;
  readonly newPassword: CodesAt<Said<P, "refusals">, "newPassword">;
  readonly deleteUser: CodesAt<Said<P, "refusals">, "deleteUser">;
}

type CodesAt<Refusals, S extends Moment> = Refusals extends { readonly [stage in S]: infer Code extends string }
  ? Code
  : never;

/** Everything that is particular to one app, as `typeof auth` carries it to the client. */
export interface AppTypes extends Models {
  readonly user: object;
  readonly session: object;
  readonly newUser: object;
  readonly plugins: readonly HasTypes[];
}

/** A value (`auth`) that carries the types of an app. */
export interface HasAppTypes<A extends AppTypes = AppTypes> {
  readonly $app?: A;
}

/** The sum of one key over all plugins of a list. A list that is not a tuple adds nothing. */
export type Sum<P extends readonly HasTypes[], K extends "user" | "session" | "newUser"> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? T[K] & Sum<Rest, K>
  : unknown;

/** Everything that the plugins' gates can say, as a union. `never` where they say nothing. */
export type Said<P extends readonly HasTypes[], K extends "challenge" | "refusals"> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? (unknown extends T[K] ? never : T[K]) | Said<Rest, K>
  : never;

/** The sum of one key over all plugins, each with the app's models filled in. */
export type SumFor<
  P extends readonly HasTypes[],
  K extends "client" | "stores",
  M extends Models,
> = P extends readonly [HasTypes<infer T>, ...infer Rest extends readonly HasTypes[]]
  ? (T & Filled<M>)[K] & SumFor<Rest, K, M>
  : unknown;

/** The server-side calls of all plugins, each with the app's models filled in. */
export type SumOfCalls<P extends readonly HasTypes[], M extends Models> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? ServerCalls<(T & Filled<M>)["calls"]> & SumOfCalls<Rest, M>
  : unknown;

/** The type half of a plugin with the models of an app filled in. */
export interface Filled<M extends Models> {
  readonly $app: M;
}

/** Turns an intersection into one object, for readable hovers. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
