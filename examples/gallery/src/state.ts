/** What a state of a screen is. */

import type { ReactElement } from "react";
import type { Hand } from "./hand.ts";
import { type Answer, type Answers, broken, forbidden, offline, pending, tooOften } from "./stand-in.ts";

/** A screen as somebody may see it. */
export interface State {
  /** `refused`: its name among the states of the component. */
  readonly name: string;
  readonly element: ReactElement;
  /** What the server says, beside what it says everywhere: see `world/everywhere.ts`. */
  readonly answers?: Answers;
  /** Of the page's address: `?token=…`. */
  readonly search?: string;
  /** What somebody does before it looks like this. */
  readonly play?: (hand: Hand) => Promise<void>;
  /** What can be read then. */
  readonly shows: string | RegExp;
  /** Wide screens use the whole window. */
  readonly wide?: boolean;
}

/** Component → its states. */
export type Gallery = Readonly<Record<string, readonly State[]>>;

/** The states of a screen that reads something first: on its way, unreachable, not allowed, too often, broken. */
export function reading(
  state: Omit<State, "name" | "shows" | "play">,
  path: string,
  loading: string | RegExp,
): readonly State[] {
  const failing = (name: string, answer: Answer, shows: string): State => ({
    ...state,
    name,
    shows,
    answers: { ...state.answers, [path]: answer },
  });
  return [
    { ...state, name: "loading", shows: loading, answers: { ...state.answers, [path]: pending } },
    failing("offline", offline, "The server cannot be reached. Check your connection and try again."),
    failing("forbidden", forbidden, "You may not do this."),
    failing("too-often", tooOften, "That was too often. Wait a moment and try again."),
    failing("broken", broken, "Something went wrong on our side. Try again in a moment."),
  ];
}

/** The states of a form that was sent: on its way, unreachable, too often, broken. */
export function sending(
  state: Omit<State, "name" | "shows"> & { readonly play: NonNullable<State["play"]> },
  path: string,
  busy: string | RegExp,
): readonly State[] {
  const sent = (name: string, answer: Answer, shows: string | RegExp): State => ({
    ...state,
    name,
    shows,
    answers: { ...state.answers, [path]: answer },
  });
  return [
    sent("sending", pending, busy),
    sent("offline", offline, "The server cannot be reached. Check your connection and try again."),
    sent("too-often", tooOften, "That was too often. Wait a moment and try again."),
    sent("broken", broken, "Something went wrong on our side. Try again in a moment."),
  ];
}
