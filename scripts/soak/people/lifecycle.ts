/** Defines what a simulated user does, how often, and for how long. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient } from "../calls.ts";
import type { Ledger } from "../ledger.ts";
import { accept, invite } from "./invitations.ts";
import { changePassword, recover, tryOldPassword } from "./passwords.ts";
import { type SimulatedUser, signUp } from "./person.ts";
import { read, replayEndedSession, revoke, signInAgain, signOut, write } from "./sessions.ts";

type Action = (person: SimulatedUser) => Promise<void>;

/** The actions, each with its relative frequency. */
const weightedActions: readonly (readonly [number, Action])[] = [
  [30, read],
  [8, write],
  [10, signInAgain],
  [6, signOut],
  [8, revoke],
  [5, changePassword],
  [3, tryOldPassword],
  [3, recover],
  [5, invite],
  [6, accept],
  [16, (person) => replayEndedSession(person.caller, person.ledger)],
];
const total: number = weightedActions.reduce((sum, [often]) => sum + often, 0);

/** Number of actions before a new user takes over. */
const actionsPerUser = 60;
/** Maximum pause between actions, in milliseconds. */
const thinkTime = 100;

/** Simulates one user after another until the run is over. */
export async function simulateUser(caller: ApiClient, ledger: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const person = await signUp(caller, ledger);
    for (let done = 0; person && done < actionsPerUser && !isOver(); done++) {
      await pickAction()(person);
      await sleep(thinkTime * Math.random());
    }
    if (!person) await sleep(thinkTime);
  }
}

function pickAction(): Action {
  let left = Math.random() * total;
  for (const [often, act] of weightedActions) {
    left -= often;
    if (left < 0) return act;
  }
  return read;
}
