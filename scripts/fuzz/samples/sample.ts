/** A valid request to an endpoint, which the fuzz then spoils. */

import type { TestBrowser } from "@latchkey/test-kit";
import type { Person, World } from "../world.ts";

/** What goes into a request, before it is spoilt. */
export interface Sample {
  /** Whose cookies it carries. */
  readonly browser: TestBrowser;
  /** Who that is; `null`: nobody yet. Their secrets may be in the request. */
  readonly person: Person | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes one in a world; may do what must go before it. */
export type MakeSample = (world: World) => Sample | Promise<Sample>;

/** By id of the endpoint. */
export type Samples = Readonly<Record<string, readonly MakeSample[]>>;

export const post =
  (who: (world: World) => Person, body: (world: World) => unknown = () => ({})): MakeSample =>
  (world) => ({ browser: who(world).browser, person: who(world), body: body(world) });

export const get =
  (who: (world: World) => Person, query: (world: World) => Record<string, string> = () => ({})): MakeSample =>
  (world) => ({ browser: who(world).browser, person: who(world), query: query(world) });

/** By somebody without any cookie. */
export const strangerPosts =
  (body: (world: World) => unknown, headers: Readonly<Record<string, string>> = {}): MakeSample =>
  (world) => ({ browser: world.app.browser(), person: null, body: body(world), headers });

export const strangerGets =
  (query: (world: World) => Record<string, string> = () => ({})): MakeSample =>
  (world) => ({ browser: world.app.browser(), person: null, query: query(world) });

/** By somebody who is new, and whose account may go. */
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
