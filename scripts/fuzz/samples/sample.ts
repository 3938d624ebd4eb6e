/** Valid requests to endpoints, which the fuzzer then mutates. */

import type { TestBrowser } from "@latchkey/test-kit";
import type { Person, World } from "../world.ts";

/** The contents of a valid request. */
export interface Sample {
  /** The browser whose cookies are sent. */
  readonly browser: TestBrowser;
  /** The user of that browser, or `null` if no one is signed in. The request can contain their secrets. */
  readonly person: Person | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Values of path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a valid request in a world, with any steps that it requires. */
export type MakeSample = (world: World) => Sample | Promise<Sample>;

/** By endpoint id. */
export type Samples = Readonly<Record<string, readonly MakeSample[]>>;

export const post =
  (who: (world: World) => Person, body: (world: World) => unknown = () => ({})): MakeSample =>
  (world) => ({ browser: who(world).browser, person: who(world), body: body(world) });

export const get =
  (who: (world: World) => Person, query: (world: World) => Record<string, string> = () => ({})): MakeSample =>
  (world) => ({ browser: who(world).browser, person: who(world), query: query(world) });

/** Sent without any cookies. */
export const strangerPosts =
  (body: (world: World) => unknown, headers: Readonly<Record<string, string>> = {}): MakeSample =>
  (world) => ({ browser: world.app.browser(), person: null, body: body(world), headers });

export const strangerGets =
  (query: (world: World) => Record<string, string> = () => ({})): MakeSample =>
  (world) => ({ browser: world.app.browser(), person: null, query: query(world) });

/** Sent by a new user, whose account can be deleted. */
export const newcomerPosts =
  (body: (person: Person, world: World) => unknown | Promise<unknown>): MakeSample =>
  async (world) => {
    const person = await world.newcomer();
    return { browser: person.browser, person, body: await body(person, world) };
  };

export const olga = (world: World): Person => world.people.olga;
export const ann = (world: World): Person => world.people.ann;
export const adam = (world: World): Person => world.people.adam;
export const eve = (world: World): Person => world.people.eve;
export const tina = (world: World): Person => world.people.tina;
