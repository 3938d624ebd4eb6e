/**
 * What a plugin adds to the types of an app, as one named interface. The types of `auth` and the client are the sum of
 * these interfaces. No path is parsed in types, which keeps type-checking fast.
 */

import type { Stage } from "../kernel/declaration.ts";
import type { ServerCalls } from "./contract.ts";
import type { Session } from "./session.ts";
import type { User } from "./user.ts";

/**
 * The type part of a plugin. A plugin's own interface extends it and declares what it adds. Calls that return a user or
 * a session, or that pass a stage, take the app's models from `this["$app"]`.
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
  /** The app's models, filled in when an app uses the plugin. `this["$app"]["user"]` is the app's full user. */
  readonly $app: Models;
  /** Its calls, by name, each with a contract. They're merged into `auth.api`. */
  readonly calls: object;
  /** Codes that it adds to calls of core and other plugins, by stage. */
  readonly stageCodes: unknown;
  /** Fields it adds to the user. */
  readonly user: object;
  /** Fields it adds to the session. */
  readonly session: object;
  /** Fields it adds to the input of sign-up. */
  readonly newUser: object;
  /** What its gates return instead of a session. Part of the output of every call that signs in. */
  readonly challenge: unknown;
  /** Its client calls, merged into the client. */
  readonly client: object;
  /** Its client stores, by name, with their values. `activeOrganization` becomes `useActiveOrganization` in React. */
  readonly stores: object;
}

/** The type half of a core feature. It has only calls, which `definePlugin` compares with the endpoints. */
export interface FeatureTypes<Calls extends object> extends PluginTypes {
  readonly calls: Calls;
}

/** A plugin (server or client part) as the type computations see it. */
export interface HasTypes<T extends PluginTypes = PluginTypes> {
  readonly $types?: T;
}

/** The models of an app, as plugins' contracts use them. */
export interface Models {
  readonly user: unknown;
  readonly session: unknown;
  /** The fields that sign-up takes in addition to core's. */
  readonly newUser: unknown;
  /** What a sign-in can return instead of a session. `never` if no plugin adds a challenge. */
  readonly challenge: unknown;
  /** The codes that plugins add to calls, by stage. */
  readonly codes: StageCodes;
}

/** Codes by stage. */
export type StageCodes = { readonly [S in Stage]: string };

/** The models without plugins, which endpoints are checked against. */
export interface CoreModels extends Models {
  readonly user: User;
  readonly session: Session;
  readonly newUser: object;
  readonly challenge: never;
  readonly codes: { readonly [S in Stage]: never };
}

/**
 * The codes that core and plugins add to calls, by stage. Core's own are the ones that any call at the stage can fail
 * with.
 */
export interface CodesOf<P extends readonly HasTypes[]> {
  readonly signIn: "EMAIL_NOT_VERIFIED" | "FAILED_TO_CREATE_SESSION" | CodesAtStage<UnionOf<P, "stageCodes">, "signIn">;
  readonly signUp: "FAILED_TO_CREATE_USER" | CodesAtStage<UnionOf<P, "stageCodes">, "signUp">;
  readonly updateUser: CodesAtStage<UnionOf<P, "stageCodes">, "updateUser">;
  readonly newPassword: CodesAtStage<UnionOf<P, "stageCodes">, "newPassword">;
  readonly changeEmail: CodesAtStage<UnionOf<P, "stageCodes">, "changeEmail">;
  readonly deleteUser: CodesAtStage<UnionOf<P, "stageCodes">, "deleteUser">;
  readonly addMember: CodesAtStage<UnionOf<P, "stageCodes">, "addMember">;
  readonly deleteOrganization: CodesAtStage<UnionOf<P, "stageCodes">, "deleteOrganization">;
}

type CodesAtStage<Refusals, S extends Stage> = Refusals extends { readonly [stage in S]: infer Code extends string }
  ? Code
  : never;

/** The types specific to one app, which `typeof auth` carries to the client. */
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

/** Intersects one key of all plugins in a list. A list that isn't a tuple adds nothing. */
export type MergeOf<P extends readonly HasTypes[], K extends "user" | "session" | "newUser"> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? T[K] & MergeOf<Rest, K>
  : unknown;

/** The union of all challenges or stage codes of the plugins. `never` if there are none. */
export type UnionOf<P extends readonly HasTypes[], K extends "challenge" | "stageCodes"> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? (unknown extends T[K] ? never : T[K]) | UnionOf<Rest, K>
  : never;

/** Intersects one key of all plugins, with the app's models filled in. */
export type MergeFor<
  P extends readonly HasTypes[],
  K extends "client" | "stores",
  M extends Models,
> = P extends readonly [HasTypes<infer T>, ...infer Rest extends readonly HasTypes[]]
  ? (T & WithModels<M>)[K] & MergeFor<Rest, K, M>
  : unknown;

/** The server-side calls of all plugins, with the app's models filled in. */
export type MergeCalls<P extends readonly HasTypes[], M extends Models> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? ServerCalls<(T & WithModels<M>)["calls"]> & MergeCalls<Rest, M>
  : unknown;

/** The type half of a plugin with the models of an app filled in. */
export interface WithModels<M extends Models> {
  readonly $app: M;
}

/** Turns an intersection into one object, for readable hovers. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
