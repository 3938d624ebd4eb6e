/**
 * What a plugin adds to the types of an app, as one named interface. No path is parsed and no route walked: the types
 * of `auth` and of the client are the sum of these interfaces, one step a plugin.
 */

import type { Session } from "../sessions/session.ts";
import type { User } from "../users/user.ts";
import type { ServerCalls } from "./contract.ts";
import type { Moment } from "./endpoint.ts";

/**
 * The type half of a plugin. A plugin's own interface extends it and says what it adds; where its calls answer with a
 * user or a session it refers to `this["$user"]` and `this["$session"]`, which stand for the app's full models, with
 * what all plugins and the app itself add. A call that signs somebody in also answers `this["$challenge"]` and can be
 * refused with `this["$refusal"]`.
 *
 * @example
 * interface UsernameTypes extends PluginTypes {
 *   readonly user: { username: string | null };
 *   readonly api: UsernameApi<this["$user"]>;
 *   readonly client: UsernameClient<this["$user"]>;
 * }
 */
export interface PluginTypes {
  /** The app's user, filled in where the plugin is used. */
  readonly $user: unknown;
  /** The app's session, filled in where the plugin is used. */
  readonly $session: unknown;
  /** What the app's gates can answer instead of a session, filled in where the plugin is used. */
  readonly $challenge: unknown;
  /** What the app's gates can refuse a session with, filled in where the plugin is used. */
  readonly $refusal: string;
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
  /** Codes that its gates refuse a sign-in with; calls that sign in have them among their errors. */
  readonly refusal: unknown;
  /** Its server-side calls, merged into `auth.api`. */
  readonly api: object;
  /** Its client calls, merged into the client. */
  readonly client: object;
  /** Its client stores: name → what the store holds. `activeOrganization` becomes `useActiveOrganization` in React. */
  readonly stores: object;
}

/** A plugin (server half or client half) as the type computations see it. */
export interface HasTypes<T extends PluginTypes = PluginTypes> {
  readonly $types?: T;
}

/** The models of an app, as plugins' interfaces take them. */
export interface Models {
  readonly user: unknown;
  readonly session: unknown;
  /** What a sign-in can answer instead of a session; `never` where no plugin asks for more. */
  readonly challenge: unknown;
  /** What plugins can refuse a sign-in with. */
  readonly refusal: string;
  /** The codes that plugins add to calls, by stage. */
  readonly codes: StageCodes;
}

/** Codes by stage. */
export type StageCodes = { readonly [S in Moment]: string };

/** Core alone, without plugins: the models that endpoints are checked against. */
export interface CoreModels extends Models {
  readonly user: User;
  readonly session: Session;
  readonly challenge: never;
  readonly refusal: never;
  readonly codes: { readonly [S in Moment]: never };
}

/** The codes that plugins add to calls, by stage. */
export interface CodesOf<P extends readonly HasTypes[]> {
  readonly signIn: CodesAt<Said<P, "refusals">, "signIn"> | Extract<Said<P, "refusal">, string>;
  readonly signUp: CodesAt<Said<P, "refusals">, "signUp">;
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
  /** Further fields of sign-up. */
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
export type Said<P extends readonly HasTypes[], K extends "challenge" | "refusal" | "refusals"> = P extends readonly [
  HasTypes<infer T>,
  ...infer Rest extends readonly HasTypes[],
]
  ? (unknown extends T[K] ? never : T[K]) | Said<Rest, K>
  : never;

/** The sum of one key over all plugins, each with the app's models filled in. */
export type SumFor<
  P extends readonly HasTypes[],
  K extends "api" | "client" | "stores",
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
  readonly $user: M["user"];
  readonly $session: M["session"];
  readonly $challenge: M["challenge"];
  readonly $refusal: M["refusal"];
}

/** Turns an intersection into one object, for readable hovers. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
